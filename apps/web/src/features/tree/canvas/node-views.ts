import { type NodeId, nodeLinksId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { NodeRecord } from '@espalier/replica'
import type { BoardNodeLink } from '../../../data/board/board.ts'
import type { Cell } from '../../../platform/cell.ts'
import { pendingTitles } from '../editor/pending.ts'
import type { StageParts } from '../workbench/create-workbench.ts'
import type { ShownBoard } from './scene/board-with-own-folds.ts'
import type { Drawing } from './drawing.ts'
import type { TitleLines, TitleMeasure } from './measure/measure-titles.ts'
import type { Family } from './scene/family.ts'
import type { Scene } from './scene/scene.ts'

/** How a search sees a node. */
export type HitState = 'none' | 'hit' | 'current' | 'dimmed'

/** All that a box shows. The same object until something of it changes. */
export interface NodeView extends Rect {
  readonly record: NodeRecord
  readonly lines: TitleLines
  readonly level: number
  readonly setSize: number
  readonly posInSet: number
  readonly isExpanded: boolean | null
  readonly hiddenBelow: number
  readonly alsoUnder: string
  readonly isSelected: boolean
  /** The current node, or the one under the pointer: its buttons are in the document. */
  readonly isActive: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly isPending: boolean
  readonly isLight: boolean
  readonly canEdit: boolean
  readonly hit: HitState
}

/** The virtual parent that shows the projects linking here. */
export interface LinksView extends Rect {
  readonly links: readonly BoardNodeLink[]
  readonly isTabStop: boolean
}

interface ViewsParts extends Omit<StageParts, 'board'> {
  readonly board: ShownBoard
  readonly scene: Scene
  readonly family: Family
  readonly drawing: Drawing
  readonly measure: TitleMeasure
  readonly hits: () => ReadonlySet<NodeId> | null
  readonly hovered: Cell<NodeId | null>
  readonly tabStop: () => NodeId | null
}

export interface NodeViews {
  of(id: NodeId): NodeView | null
  links(): LinksView | null
  /** Forgets the views of nodes that are no longer drawn. */
  keepOnly(ids: readonly NodeId[]): void
}

export function createNodeViews(parts: ViewsParts): NodeViews {
  const known = new Map<NodeId, NodeView>()
  let linksView: LinksView | null = null
  return {
    of(id) {
      const view = viewOf(parts, id, known.get(id))
      if (view === null) return null
      const before = known.get(id)
      if (before !== undefined && isSame(before, view)) return before
      known.set(id, view)
      return view
    },
    links() {
      const rect = parts.scene.rectOf(nodeLinksId)
      if (rect === undefined) return null
      const { nodeLinks } = parts.board.project.get()
      const view: LinksView = { ...rect, links: nodeLinks, isTabStop: parts.tabStop() === nodeLinksId }
      if (linksView === null || !isSame(linksView, view)) linksView = view
      return linksView
    },
    keepOnly(ids) {
      if (known.size < 2 * ids.length) return
      const kept = new Set(ids)
      for (const id of known.keys()) if (!kept.has(id)) known.delete(id)
    },
  }
}

function isSame<View extends object>(left: View, right: View): boolean {
  for (const key in right) if (!Object.is(left[key], right[key])) return false
  return true
}

function viewOf(parts: ViewsParts, id: NodeId, before: NodeView | undefined): NodeView | null {
  const { board, scene, family, drawing, measure, selection, editing, hovered } = parts
  const record = board.node(id)
  const rect = scene.rectOf(id)
  if (record === undefined || rect === undefined) return null
  const { ids, current } = selection.get()
  const isEditing = editing.get()?.nodeId === id
  return {
    ...rect,
    ...family.standingOf(id),
    record,
    lines: before?.record.title === record.title ? before.lines : measure.linesOf(record.title),
    isExpanded: family.isExpanded(record),
    hiddenBelow: family.hiddenBelow(record),
    alsoUnder: family.alsoUnder(record),
    isSelected: ids.has(id),
    isActive: current === id || hovered.get() === id,
    isTabStop: parts.tabStop() === id,
    isEditing,
    isPending: pendingTitles.get().has(id),
    isLight: drawing.isLight(id) && !isEditing,
    canEdit: board.canEdit.get(),
    hit: hitState(parts, id),
  }
}

function hitState({ hits, find }: ViewsParts, id: NodeId): HitState {
  const found = hits()
  const { hits: order, at, query } = find.get()
  // Without a query nothing is searched: a node that an address names is shown though it is folded away.
  if (found === null || query.trim() === '') return 'none'
  if (!found.has(id)) return 'dimmed'
  return order?.[at] === id ? 'current' : 'hit'
}
