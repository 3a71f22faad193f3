import { type Boxes, BoxTable, getSlotRect, Slots } from './boxes.ts'
import type { Direction, Rect, Size } from './geometry.ts'
import { cutCycles, type LayoutNode, listParentIds, type Parentage } from './layout-node.ts'
import { type ArrangedLayers, createStraightLinks, type DiagramLinks, type LayerArranger } from './links.ts'
import { noNode } from './tree/columns.ts'
import { TidyTree } from './tree/tidy-tree.ts'

const top = 0

/** Without some room, the first node that is added to a large project would copy every column. */
const spareSlots = 64

/**
 * Boxes and their links, laid out: as tidy trees while no node has two parents, in layers otherwise. Without a layer
 * arranger, a node with two parents is below the first. The slot of a node indexes every column and stays the same
 * until the node is removed. Changes are collected until `settle`.
 */
export class Diagram {
  #direction: Direction
  #slots = new Slots()
  #boxes = new BoxTable(0)
  /** Contains the primary parents and the order of siblings, also while the layout is layered. */
  #tree = new TidyTree()
  /** All parents of the nodes that have several, the primary one first. */
  #parents = new Map<number, readonly number[]>()
  #arrange: LayerArranger | null
  #graph: ArrangedLayers | null = null
  #links: DiagramLinks | null = null
  #isStale = false
  /** The boxes are not where the tree last placed them. */
  #isElsewhere = false

  constructor(direction: Direction, nodes: readonly LayoutNode[] = [], arrange: LayerArranger | null = null) {
    this.#direction = direction
    this.#arrange = arrange
    this.replace(nodes)
  }

  get direction(): Direction {
    return this.#direction
  }

  get kind(): 'tidy' | 'layered' {
    return this.hasSeveralParents && this.#arrange !== null ? 'layered' : 'tidy'
  }

  /** True if a node has several parents: it is laid out in layers once an arranger is loaded. */
  get hasSeveralParents(): boolean {
    return this.#parents.size > 0
  }

  arrangeBy(arrange: LayerArranger): void {
    if (arrange === this.#arrange) return
    this.#arrange = arrange
    this.#structureChanged()
  }

  get count(): number {
    return this.#slots.count
  }

  get boxes(): Boxes {
    return this.#boxes
  }

  findSlot(id: string): number | undefined {
    return this.#slots.findSlot(id)
  }

  idAt(slot: number): string | undefined {
    return this.#slots.idAt(slot)
  }

  findRect(id: string): Rect | undefined {
    const slot = this.#slots.findSlot(id)
    return slot === undefined ? undefined : getSlotRect(this.#boxes, slot)
  }

  /** Starts over. Of two nodes with one id the first counts; unknown parents are ignored. */
  replace(nodes: readonly LayoutNode[]): void {
    this.#slots = new Slots()
    this.#boxes = new BoxTable(nodes.length + spareSlots + 1)
    this.#tree = new TidyTree(nodes.length + spareSlots)
    this.#parents = new Map()
    const unique: LayoutNode[] = []
    for (const node of nodes) if (this.#slots.reserve(node.id) !== undefined) unique.push(node)
    const primary = new Int32Array(unique.length + 1)
    unique.forEach((node, index) => {
      primary[index + 1] = this.#primaryParent(index + 1, node)
    })
    cutCycles(primary)
    unique.forEach((node, index) => {
      this.#boxes.resize(index + 1, node)
      this.#add(index + 1, primary[index + 1] as number, noNode)
    })
    this.#structureChanged()
  }

  /** Adds a node before a sibling, or last. Returns false if its id is taken. */
  insert(node: LayoutNode, beforeId: string | null = null): boolean {
    const slot = this.#slots.reserve(node.id)
    if (slot === undefined) return false
    const parent = this.#primaryParent(slot, node)
    this.#boxes.resize(slot, node)
    this.#add(slot, parent, this.#siblingBelow(parent, beforeId))
    this.#structureChanged()
    return true
  }

  resize(id: string, size: Size): boolean {
    const slot = this.#slots.findSlot(id)
    if (slot === undefined) return false
    this.#boxes.resize(slot, size)
    this.#fit(slot)
    this.#isStale = true
    return true
  }

  /** Moves a node with its descendants. Returns false for an unknown node, or a parent below it. */
  move(id: string, parentage: Parentage, beforeId: string | null = null): boolean {
    const slot = this.#slots.findSlot(id)
    if (slot === undefined) return false
    const parents = this.#slots.findSlots(listParentIds(parentage), slot)
    const parent = parents[0] ?? top
    if (!this.#tree.move(slot, parent, this.#siblingBelow(parent, beforeId))) return false
    this.#keepParents(slot, parents)
    this.#structureChanged()
    return true
  }

  /** Removes a node. A child without another parent takes its place. */
  remove(id: string): boolean {
    const slot = this.#slots.findSlot(id)
    if (slot === undefined) return false
    for (const [child, parents] of this.#parents) {
      if (!parents.includes(slot)) continue
      const others = parents.filter((parent) => parent !== slot)
      // Another parent may itself be below the child; the child then takes the removed node's place.
      if (parents[0] === slot && !this.#tree.move(child, others[0] ?? top, noNode)) this.#parents.delete(child)
      else this.#keepParents(child, others)
    }
    this.#parents.delete(slot)
    this.#tree.remove(slot)
    this.#boxes.release(slot)
    this.#slots.release(slot)
    this.#structureChanged()
    return true
  }

  turn(direction: Direction): void {
    if (direction === this.#direction) return
    this.#direction = direction
    this.#isElsewhere = true
    this.#isStale = true
    for (const slot of this.#tree.walk().slice()) this.#fit(slot)
  }

  /** Lays out the changes since the last time. Returns the slots that may have moved, valid until the next change. */
  settle(): Int32Array {
    if (this.hasSeveralParents && this.#arrange !== null) return this.#settleGraph(this.#arrange)
    const touched = this.#tree.settle()
    const moved = this.#isElsewhere ? this.#tree.walk() : touched
    this.#isElsewhere = false
    this.#isStale = false
    this.#boxes.placeAll(moved, this.#direction, this.#tree.across, this.#tree.along)
    return moved
  }

  /** Returns every link as of the last `settle`. */
  links(): DiagramLinks {
    this.#links ??= this.#graph?.links() ?? this.#treeLinks()
    return this.#links
  }

  #settleGraph(arrange: LayerArranger): Int32Array {
    if (!this.#isStale && this.#graph) return new Int32Array(0)
    this.#graph ??= arrange(this.#tree.walk().slice(), this.#boxes.slotCount, (slot) => this.#parentsOf(slot))
    this.#isStale = false
    this.#isElsewhere = true
    this.#links = null
    return this.#graph.place(this.#boxes, this.#direction)
  }

  #treeLinks(): DiagramLinks {
    if (this.hasSeveralParents) return this.#allLinks()
    const targets = new Int32Array(this.count)
    const sources = new Int32Array(this.count)
    let size = 0
    for (const slot of this.#tree.walk()) {
      const parent = this.#tree.getParent(slot)
      if (parent === top) continue
      sources[size] = parent
      targets[size] = slot
      size += 1
    }
    return createStraightLinks(sources.subarray(0, size), targets.subarray(0, size))
  }

  #allLinks(): DiagramLinks {
    const sources: number[] = []
    const targets: number[] = []
    for (const slot of this.#tree.walk()) {
      for (const parent of this.#parentsOf(slot)) {
        sources.push(parent)
        targets.push(slot)
      }
    }
    return createStraightLinks(Int32Array.from(sources), Int32Array.from(targets))
  }

  #add(slot: number, parent: number, before: number): void {
    const direction = this.#direction
    this.#tree.add(
      slot,
      parent,
      before,
      this.#boxes.getBreadth(slot, direction),
      this.#boxes.getLength(slot, direction),
    )
  }

  #fit(slot: number): void {
    const direction = this.#direction
    this.#tree.resize(slot, this.#boxes.getBreadth(slot, direction), this.#boxes.getLength(slot, direction))
  }

  #keepParents(slot: number, parents: readonly number[]): number {
    if (parents.length > 1) this.#parents.set(slot, parents)
    else this.#parents.delete(slot)
    return parents[0] ?? top
  }

  /** Used for a new node. Nearly all have at most one parent, which avoids a list. */
  #primaryParent(slot: number, { parentIds, parentId }: Parentage): number {
    if (parentIds && parentIds.length > 1) return this.#keepParents(slot, this.#slots.findSlots(parentIds, slot))
    const id = parentIds ? parentIds[0] : parentId
    const parent = id == null ? top : (this.#slots.findSlot(id) ?? top)
    return parent === slot ? top : parent
  }

  #parentsOf(slot: number): readonly number[] {
    const several = this.#parents.get(slot)
    if (several) return several
    const parent = this.#tree.getParent(slot)
    return parent === top ? [] : [parent]
  }

  #siblingBelow(parent: number, beforeId: string | null): number {
    const slot = beforeId === null ? undefined : this.#slots.findSlot(beforeId)
    return slot !== undefined && this.#tree.getParent(slot) === parent ? slot : noNode
  }

  #structureChanged(): void {
    this.#graph = null
    this.#links = null
    this.#isStale = true
  }
}
