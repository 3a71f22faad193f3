import { BoxIndex, findLinksTouching, LinkIndex } from '@espalier/canvas'
import {
  addNodeLinksParent,
  compareSiblings,
  detectLayoutKind,
  limits,
  type NodeId,
  nodeLinksId,
  type ResolvedLayout,
  resolveLayout,
  type VisibilitySettings,
} from '@espalier/domain'
import {
  Diagram,
  getLayoutDirection,
  type LayerArranger,
  type LayoutNode,
  type Rect,
  type Size,
} from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import type { Cell } from '../../../platform/cell.ts'
import { registerForPreload } from '../../../platform/code-loading.ts'
import type { NodeMatches } from '../../workspace/project-workspace.ts'
import { computeLinksBoxHeight, type TitleMeasure } from '../measure/title-measure.ts'
import { BranchColors } from './branch-colors.ts'
import { type MeasureBelow, NodeMeasure } from './measured-nodes.ts'
import { isBelowFold, isUnfiltered, listVisibleNodes, type SceneProject } from './visible-nodes.ts'

const loadLayeredModule = registerForPreload(() => import('@espalier/layout/layered'))
let layeredArrange: LayerArranger | null = null

/**
 * Returns the arranger for nodes with several parents; null: not loaded yet. Most projects are trees and never need it.
 */
export const getLayeredArrange = (): LayerArranger | null => layeredArrange

export async function loadLayeredLayout(): Promise<void> {
  layeredArrange ??= (await loadLayeredModule()).arrangeInLayers
}

interface SceneInputs {
  readonly client: SceneProject
  readonly visibility: Cell<VisibilitySettings>
  readonly hits: () => ReadonlySet<NodeId> | null
  readonly matches: Cell<Pick<NodeMatches, 'shown' | 'branch'>>
  readonly measure: TitleMeasure
  /** Omitted: boxes hold only their titles. */
  readonly measureBelow?: MeasureBelow
  /** The node whose title is being edited: a narrow box would leave no room for typing. */
  readonly editedId?: () => NodeId | null
}

type SceneBox = LayoutNode & { readonly parentIds: readonly NodeId[] }

/** With more changed nodes a complete layout is faster. */
const maxPlacedNodes = 500

/**
 * The project, filtered, measured and laid out. It updates only the changed nodes, and those that a fold hides or shows;
 * a filter, a search or the fold of a large branch rebuilds everything.
 */
export class MapScene {
  readonly branchColors: BranchColors
  readonly #parts: SceneInputs
  readonly #measure: NodeMeasure
  readonly #diagram: Diagram
  readonly #boxIndex: BoxIndex
  #linkIndex: LinkIndex | null = null
  /** Reset whenever links change. */
  #hasAskedForLinks = false
  /** The records of the last layout, by slot. */
  #records: (NodeRecord | undefined)[] = []
  #layout: ResolvedLayout | null = null
  /** Counts every change of the shown nodes and their links. */
  #structure = 0

  constructor(parts: SceneInputs) {
    this.#parts = parts
    this.#measure = new NodeMeasure(parts.measure, parts.measureBelow)
    this.branchColors = new BranchColors(parts.client)
    this.#diagram = new Diagram(getLayoutDirection(parts.client.project.get().layout))
    this.#boxIndex = new BoxIndex(this.#diagram.boxes)
    this.rebuild()
  }

  get diagram(): Diagram {
    return this.#diagram
  }

  get structure(): number {
    return this.#structure
  }

  get boxIndex(): BoxIndex {
    return this.#boxIndex
  }

  /**
   * Returns the indexes of links near an area. A single query is faster without an index, and opening a project makes
   * just one.
   */
  linksNear(area: Rect): readonly number[] {
    const { boxes, direction } = this.#diagram
    const links = this.#diagram.links()
    if (this.#linkIndex === null && !this.#hasAskedForLinks) {
      this.#hasAskedForLinks = true
      return findLinksTouching(links, boxes, direction, area)
    }
    this.#linkIndex ??= new LinkIndex(links, boxes, direction)
    return this.#linkIndex.query(area)
  }

  /** A node has several parents, and the arranger is not loaded yet. */
  get needsLayeredLayout(): boolean {
    return this.#diagram.hasSeveralParents && this.#diagram.kind === 'tidy'
  }

  get count(): number {
    return this.#diagram.count
  }

  /** The layout variant that the shown nodes need. */
  get layout(): ResolvedLayout {
    this.#layout ??= resolveLayout(this.#parts.client.project.get().layout, detectLayoutKind(this.#laidOut()))
    return this.#layout
  }

  getRect(id: NodeId): Rect | undefined {
    return this.#diagram.findRect(id)
  }

  isShown(id: NodeId): boolean {
    return this.#diagram.findSlot(id) !== undefined
  }

  /** The result may be the virtual parent. */
  getShownParentId(record: NodeRecord): NodeId | null {
    const parentId = record.parentIds.find((id) => this.isShown(id))
    if (parentId !== undefined) return parentId
    return this.isShown(nodeLinksId) ? nodeLinksId : null
  }

  /** Measures every box again with the next rebuild. */
  forgetSizes(): void {
    this.#measure.forgetAll()
  }

  rebuild(): void {
    const { client, visibility, hits, matches } = this.#parts
    const records = listVisibleNodes(client, visibility.get(), hits(), matches.get())
    const { widths, heights } = this.#measure.measureAll(client.graph, records, ({ id }) => this.isShown(id))
    const boxes = records.map(({ id, parentIds }, at): SceneBox => ({
      id,
      parentIds,
      width: this.#widenIfEdited(id, widths[at] as number),
      height: heights[at] as number,
    }))
    const { nodeLinks: allLinks, layout } = client.project.get()
    const nodeLinks = matches.get().branch === undefined ? allLinks : []
    const links: SceneBox = {
      id: nodeLinksId,
      parentIds: [],
      width: limits.nodeSizePx.width,
      height: computeLinksBoxHeight(nodeLinks.length),
    }
    this.#diagram.turn(getLayoutDirection(layout))
    const layers = getLayeredArrange()
    if (layers !== null) this.#diagram.arrangeBy(layers)
    const hung = addNodeLinksParent(boxes, nodeLinks.length, links)
    this.#diagram.replace(hung)
    this.#records = this.#bySlot(records)
    this.#structureChanged()
    this.#layout = resolveLayout(layout, detectLayoutKind(hung))
    this.#diagram.settle()
    this.#boxIndex.replace(this.#diagram.boxes)
  }

  /** True when a different search could show other nodes. */
  get isHidingAny(): boolean {
    const { client, visibility, matches } = this.#parts
    const settings = visibility.get()
    if (!isUnfiltered(settings, null, matches.get().shown)) return true
    return !settings.showHidden && [...client.nodes()].some((node) => node.hideChildren)
  }

  /** Updates the layout of these nodes. */
  update(ids: Iterable<NodeId>): void {
    const changed = [...new Set(ids)]
    this.#measure.forget(changed)
    // A node may have parents outside of a focused branch, which must not be looked for.
    const isFocused = this.#parts.matches.get().branch !== undefined
    if (isFocused || changed.length > maxPlacedNodes || changed.some((id) => this.#hidesOthers(id)))
      return this.rebuild()
    const affected = this.#includeFolded(changed)
    if (affected.length > maxPlacedNodes) return this.rebuild()
    this.branchColors.clear()
    const parentIds = this.#listParentIds(changed)
    const placing: NodeRecord[] = []
    const removing: NodeId[] = []
    for (const id of affected) {
      const record = this.#isWanted(id) ? this.#parts.client.node(id) : undefined
      if (record === undefined) removing.push(id)
      else placing.push(record)
    }
    // Each is inserted before its next sibling, which has to exist already.
    placing.sort((left, right) => compareSiblings(right, left))
    const waiting = new Map(placing.map((record) => [record.id, record]))
    for (const record of placing) if (!this.#place(record, waiting)) return this.rebuild()
    // The deepest first: the children of a removed node would take its place.
    for (const id of removing.toReversed()) this.#remove(id)
    for (const id of parentIds) this.#fitBox(id)
    for (const id of changed) this.#fitBox(id)
    const moved = this.#diagram.settle()
    this.#boxIndex.update(moved)
    this.#linkIndex?.update(moved, this.#diagram.links())
  }

  #hidesOthers(id: NodeId): boolean {
    const { client } = this.#parts
    const before = this.#records[this.#slotOf(id)]
    const after = client.node(id)
    // Deleted inside a fold: its parent, which may have become a leaf, is unknown.
    if (before === undefined && after === undefined) return true
    if (!this.#isUnfiltered && this.#isFoldTurned(id)) return true
    const isElsewhere = !areSameIds(before?.parentIds, after?.parentIds)
    if (!this.#isUnfiltered) return isElsewhere || before?.status !== after?.status
    const isRevealed = (before !== undefined) !== this.#isWanted(id)
    return isElsewhere && isRevealed && client.graph.children(id).length > 0
  }

  #isFoldTurned(id: NodeId): boolean {
    const { client } = this.#parts
    const before = this.#records[this.#slotOf(id)]
    const isTurned = (before?.hideChildren ?? false) !== (client.node(id)?.hideChildren ?? false)
    return isTurned && client.graph.children(id).length > 0
  }

  /** Adds the nodes below turned folds, parents before their children. Stops at more than can be placed. */
  #includeFolded(changed: readonly NodeId[]): readonly NodeId[] {
    const turned = changed.filter((id) => this.#isFoldTurned(id))
    if (turned.length === 0) return changed
    const { graph } = this.#parts.client
    const below = new Set(turned)
    for (const id of below) {
      for (const child of graph.children(id)) below.add(child.id)
      if (below.size > maxPlacedNodes) break
    }
    return [...new Set([...changed, ...below])]
  }

  get #isUnfiltered(): boolean {
    const { visibility, hits, matches } = this.#parts
    return isUnfiltered(visibility.get(), hits(), matches.get().shown)
  }

  #isWanted(id: NodeId): boolean {
    const { client, visibility } = this.#parts
    if (client.node(id) === undefined) return false
    if (!this.#isUnfiltered) return this.isShown(id)
    return visibility.get().showHidden || !isBelowFold(client, id)
  }

  /** Returns false when it cannot be placed, such as when two nodes swapped places. */
  #place(record: NodeRecord, waiting: Map<NodeId, NodeRecord>): boolean {
    if (!waiting.delete(record.id)) return true
    for (const parentId of record.parentIds) {
      const parent = waiting.get(parentId)
      if (parent !== undefined && !this.#place(parent, waiting)) return false
    }
    const slot = this.#diagram.findSlot(record.id)
    const before = slot === undefined ? undefined : this.#records[slot]
    const isRoot = record.parentIds.length === 0
    const isMeasured = before?.title === record.title && (before.parentIds.length === 0) === isRoot
    const size = isMeasured ? undefined : this.#measureBox(record)
    if (size !== undefined && slot !== undefined) this.#diagram.resize(record.id, size)
    const isPlaced = before?.position === record.position && areSameIds(before.parentIds, record.parentIds)
    if (!isPlaced && !this.#hang(record, size)) return false
    this.#records[this.#slotOf(record.id)] = record
    return true
  }

  #hang(record: NodeRecord, size: Size | undefined): boolean {
    const parentId = this.getShownParentId(record)
    const parentIds = record.parentIds.length === 0 && parentId !== null ? [parentId] : record.parentIds
    const beforeId = this.#nextShown(record)
    const layout = this.#layout
    this.#structureChanged()
    if (this.#diagram.findSlot(record.id) !== undefined) return this.#diagram.move(record.id, { parentIds }, beforeId)
    // One more child keeps a tree a tree and a graph a graph: checking all nodes would delay the new one.
    if (parentIds.length === 1) this.#layout = layout
    return this.#diagram.insert({ id: record.id, parentIds, ...(size ?? this.#measureBox(record)) }, beforeId)
  }

  /** Returns the parents that these nodes had in the last layout and those they have now. */
  #listParentIds(ids: readonly NodeId[]): ReadonlySet<NodeId> {
    const parentIds = new Set<NodeId>()
    for (const id of ids) {
      for (const parentId of this.#records[this.#slotOf(id)]?.parentIds ?? []) parentIds.add(parentId)
      for (const parentId of this.#parts.client.node(id)?.parentIds ?? []) parentIds.add(parentId)
    }
    return parentIds
  }

  /**
   * With its first child a leaf becomes a branch, whose title is larger; without its last it becomes a leaf again. A node
   * whose title is edited may be wider than its title.
   */
  #fitBox(id: NodeId): void {
    const slot = this.#slotOf(id)
    const record = this.#records[slot]
    if (record === undefined) return
    const { boxes } = this.#diagram
    const size = this.#measureBox(record)
    if (boxes.width[slot] !== size.width || boxes.height[slot] !== size.height) this.#diagram.resize(id, size)
  }

  #nextShown(record: NodeRecord): NodeId | null {
    const listId = record.parentIds[0] ?? null
    const siblings = this.#parts.client.graph.children(listId)
    for (let at = siblings.indexOf(record) + 1; at < siblings.length; at += 1) {
      const next = siblings.at(at)
      const isHere = next !== undefined && (next.parentIds[0] ?? null) === listId
      if (isHere && this.isShown(next.id)) return next.id
    }
    return null
  }

  #remove(id: NodeId): void {
    const slot = this.#diagram.findSlot(id)
    if (slot === undefined) return
    const isOneOfTree = this.#records[slot]?.parentIds.length === 1
    const layout = this.#layout
    this.#records[slot] = undefined
    this.#diagram.remove(id)
    this.#structureChanged()
    // One child fewer keeps a tree a tree, as in `#hang`.
    if (isOneOfTree) this.#layout = layout
  }

  #structureChanged(): void {
    this.#structure += 1
    this.#layout = null
    this.#linkIndex = null
    this.#hasAskedForLinks = false
    this.branchColors.clear()
  }

  #measureBox(record: NodeRecord): Size {
    const { width, height } = this.#measure.measureOne(this.#parts.client.graph, record)
    return { width: this.#widenIfEdited(record.id, width), height }
  }

  #widenIfEdited(id: NodeId, width: number): number {
    return this.#parts.editedId?.() === id ? Math.max(width, limits.nodeSizePx.width) : width
  }

  /** Slots follow the order of the nodes, so a lookup is hardly ever needed. */
  #bySlot(records: readonly NodeRecord[]): (NodeRecord | undefined)[] {
    const bySlot: (NodeRecord | undefined)[] = []
    let slot = 0
    for (const record of records) {
      slot = this.#diagram.idAt(slot + 1) === record.id ? slot + 1 : this.#slotOf(record.id)
      bySlot[slot] = record
    }
    return bySlot
  }

  /** Returns the slot 0, which is never assigned, for a hidden node. */
  #slotOf(id: NodeId): number {
    return this.#diagram.findSlot(id) ?? 0
  }

  *#laidOut(): Generator<{ readonly parentIds: readonly NodeId[] }> {
    const isHung = this.isShown(nodeLinksId)
    if (isHung) yield { parentIds: [] }
    for (const record of this.#records) {
      if (record !== undefined) yield isHung && record.parentIds.length === 0 ? { parentIds: [nodeLinksId] } : record
    }
  }
}

const areSameIds = (left: readonly NodeId[] | undefined, right: readonly NodeId[] | undefined): boolean =>
  left === right || (left?.length === right?.length && left?.every((id, at) => id === right?.[at]) === true)
