import { type BranchProgress, type NodeId, nodeLinksId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { NodeLink, NodeRecord } from '@espalier/sync'
import type { Cell } from '../../../platform/cell.ts'
import { unsavedTitles } from '../../editor/title-session.ts'
import type { MapInputs } from '../../workspace/create-workspace.ts'
import { isOutsideFilter } from '../../workspace/filter-state.ts'
import type { MapChips, NodeChipsView } from '../chips/map-chips.ts'
import { computeInnerWidth, type NodeRank, type TitleLines, type TitleMeasure } from '../measure/title-measure.ts'
import { getNodeRank } from '../scene/branch-colors.ts'
import type { DrawnNodes } from '../scene/drawn-nodes.ts'
import type { MapScene } from '../scene/map-scene.ts'
import type { TreePositions } from '../scene/tree-positions.ts'
import type { ShownProject } from '../scene/visible-nodes.ts'
import type { BranchColor } from '../theme/node-colors.ts'

/** The state of a node in a search, or in a filter or a lens that dims the others. */
export type HitState = 'none' | 'hit' | 'current' | 'dimmed'

/** Everything a box shows. It stays the same object until something changes. */
export interface NodeBoxView extends Rect {
  readonly record: NodeRecord
  readonly lines: TitleLines
  /** Null: the node has no fields to show. */
  readonly chips: NodeChipsView | null
  readonly rank: NodeRank
  readonly branchColor: BranchColor
  /** The leaves below a branch and how many of them are done. Both are 0 for a leaf and until they are counted. */
  readonly leafCount: number
  readonly doneCount: number
  readonly level: number
  readonly setSize: number
  readonly posInSet: number
  readonly isExpanded: boolean | null
  readonly hiddenBelow: number
  readonly alsoUnder: string
  readonly isSelected: boolean
  /** True for the current or hovered node, whose buttons are in the document. */
  readonly isActive: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly hasUnsavedTitle: boolean
  readonly isSimplified: boolean
  readonly canEdit: boolean
  readonly hit: HitState
}

/** The virtual parent that shows the projects linking here. */
export interface LinksBoxView extends Rect {
  readonly links: readonly NodeLink[]
  readonly isTabStop: boolean
}

interface NodeViewInputs extends Omit<MapInputs, 'client' | 'chips' | 'loadPeople'> {
  readonly client: ShownProject
  readonly scene: MapScene
  readonly treePositions: TreePositions
  readonly drawnNodes: DrawnNodes
  readonly measure: TitleMeasure
  readonly chips: Pick<MapChips, 'getView'>
  readonly hits: () => ReadonlySet<NodeId> | null
  readonly hovered: Cell<NodeId | null>
  /** Null until the first frame is painted. */
  readonly progress: () => BranchProgress | null
  readonly tabStop: () => NodeId | null
}

export interface NodeViews {
  get(id: NodeId): NodeBoxView | null
  getLinksView(): LinksBoxView | null
  /** Drops the views of nodes that are no longer drawn. */
  keepOnly(ids: readonly NodeId[]): void
}

export function createNodeViews(parts: NodeViewInputs): NodeViews {
  const known = new Map<NodeId, NodeBoxView>()
  let linksView: LinksBoxView | null = null
  return {
    get(id) {
      const view = buildNodeView(parts, id, known.get(id))
      if (view === null) return null
      const before = known.get(id)
      if (before !== undefined && isShallowEqual(before, view)) return before
      known.set(id, view)
      return view
    },
    getLinksView() {
      const rect = parts.scene.getRect(nodeLinksId)
      if (rect === undefined) return null
      const { nodeLinks } = parts.client.project.get()
      const view: LinksBoxView = { ...rect, links: nodeLinks, isTabStop: parts.tabStop() === nodeLinksId }
      if (linksView === null || !isShallowEqual(linksView, view)) linksView = view
      return linksView
    },
    keepOnly(ids) {
      if (known.size < 2 * ids.length) return
      const keptIds = new Set(ids)
      for (const id of known.keys()) if (!keptIds.has(id)) known.delete(id)
    },
  }
}

function isShallowEqual<View extends object>(left: View, right: View): boolean {
  for (const key in right) if (!Object.is(left[key], right[key])) return false
  return true
}

function buildNodeView(parts: NodeViewInputs, id: NodeId, before: NodeBoxView | undefined): NodeBoxView | null {
  const { client, scene, treePositions: family, drawnNodes: drawing, measure, selection, editing, hovered } = parts
  const record = client.node(id)
  const rect = scene.getRect(id)
  if (record === undefined || rect === undefined) return null
  const { ids, current } = selection.get()
  const isEditing = editing.get()?.nodeId === id
  const rank = getNodeRank(client.graph, record)
  const isBroken = before?.record.title === record.title && before.rank === rank
  const counts = parts.progress()?.getCounts(id)
  const isSimplified = drawing.isSimplified(id) && !isEditing
  const isActive = current === id || hovered.get() === id
  return {
    ...rect,
    ...family.getAriaPosition(id),
    record,
    lines: isBroken ? before.lines : measure.breakIntoLines({ title: record.title, rank }),
    chips:
      (isSimplified || drawing.isSketched(id)) && !isActive
        ? null
        : parts.chips.getView(record, computeInnerWidth(rect.width)),
    rank,
    branchColor: scene.branchColors.getStyle(id).color,
    leafCount: counts?.leaves ?? 0,
    doneCount: counts?.done ?? 0,
    isExpanded: family.isExpanded(record),
    hiddenBelow: family.countHiddenBelow(record),
    alsoUnder: family.listOtherParents(record),
    isSelected: ids.has(id),
    isActive,
    isTabStop: parts.tabStop() === id,
    isEditing,
    hasUnsavedTitle: unsavedTitles.get().has(id),
    isSimplified,
    canEdit: client.canEdit.get(),
    hit: getHitState(parts, id),
  }
}

function getHitState({ hits, search: find, matches, lens }: NodeViewInputs, id: NodeId): HitState {
  const found = hits()
  const { hits: order, at, query } = find.get()
  // Without a query nothing is searched: a node named by the address is shown even if it is folded.
  if (found === null || query.trim() === '') {
    return isOutsideFilter(matches.get(), id) || lens.get().found?.has(id) === false ? 'dimmed' : 'none'
  }
  if (!found.has(id)) return 'dimmed'
  return order?.[at] === id ? 'current' : 'hit'
}
