import { getDescendantIds, type NodeDrop, type NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import type { RowPlace } from './outline-edits.ts'
import type { OutlineController } from './outline-controller.ts'
import type { OutlineRow } from './outline-rows.ts'

/** The place where dragged rows would go, and the start of the line that shows it, from the start of the rows. */
export interface RowDrop extends RowPlace, Point {}

/**
 * Finds the gap between two rows that is nearest to a point of the screen. The point's distance from the left chooses
 * among the levels that the gap allows: from that of the row below to one below the row above.
 */
export function findRowDrop(
  outline: OutlineController,
  root: HTMLElement,
  dragged: readonly OutlineRow[],
  at: Point,
): RowDrop | null {
  const gap = findGap(root, at.y)
  if (gap === null) return null
  const left = findRowsBeside(outline, dragged, gap.index)
  if (left === null) return null
  const { above, below } = left
  const indentPx = Number.parseFloat(getComputedStyle(root).getPropertyValue('--indent')) || 24
  const asked = Math.round((at.x - root.getBoundingClientRect().left - startPx) / indentPx) + 1
  const level = Math.max(below?.level ?? 1, Math.min(asked, (above?.level ?? 0) + 1))
  const place = findPlace(outline, above, below, level)
  const { side, targetId } = place?.drop ?? {}
  const isThere = side === 'onto' && dragged.some(({ id }) => isChild(outline, id, targetId))
  return place === null || isThere ? null : { ...place, x: startPx + (level - 1) * indentPx, y: gap.y }
}

/** The distance of the first level's handle. */
const startPx = 12

const isChild = ({ workspace }: OutlineController, id: NodeId, parentId: NodeId = ''): boolean =>
  workspace.client.node(id)?.parentIds.includes(parentId) === true

/** Returns the index of the row below the gap, and the gap's distance from the top of the rows. */
function findGap(root: HTMLElement, y: number): { readonly index: number; readonly y: number } | null {
  const rows = root.firstElementChild
  if (rows === null) return null
  const offset = rows.getBoundingClientRect().top
  let gap: { readonly index: number; readonly y: number } | null = null
  for (const element of rows.querySelectorAll<HTMLElement>('[data-index]')) {
    const { top, bottom } = element.getBoundingClientRect()
    const index = Number(element.dataset['index'])
    if (gap === null) gap = { index, y: top - offset }
    if (y > (top + bottom) / 2) gap = { index: index + 1, y: bottom - offset }
  }
  return gap
}

/** Returns the rows above and below a gap that stay where they are. */
function findRowsBeside({ workspace, rows }: OutlineController, dragged: readonly OutlineRow[], gap: number) {
  const moving = new Set(dragged.map(({ id }) => id))
  for (const { id } of dragged) for (const below of getDescendantIds(workspace.client.graph, id)) moving.add(below)
  const stays = ({ id }: OutlineRow): boolean => !moving.has(id)
  const above = rows.slice(0, gap).findLast(stays)
  const below = rows.slice(gap).find(stays)
  return above === undefined && below === undefined ? null : { above, below }
}

function findPlace(
  outline: OutlineController,
  above: OutlineRow | undefined,
  below: OutlineRow | undefined,
  level: number,
): RowPlace | null {
  if (above === undefined) return below === undefined ? null : placeBeside('before', below)
  if (level > above.level)
    return below?.parentId === above.id && below.level > above.level
      ? placeBeside('before', below)
      : { drop: { side: 'onto', targetId: above.id }, parentId: above.id }
  let sibling: OutlineRow | undefined = above
  while (sibling !== undefined && sibling.level > level) sibling = outline.at(sibling.parentAt)
  return sibling === undefined ? null : placeBeside('after', sibling)
}

const placeBeside = (side: NodeDrop['side'], { id, parentId }: OutlineRow): RowPlace => ({
  drop: { side, targetId: id },
  parentId,
})
