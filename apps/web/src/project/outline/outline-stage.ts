import type { NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import { createRowStage, type RowFocus } from '../plan-view/row-stage.ts'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { OutlineController } from './outline-controller.ts'

/** The questions that the actions of the screen ask of the view that is shown. */
export const createOutlineStage = (outline: OutlineController, focus: RowFocus): PlanStage => ({
  ...createRowStage(outline, focus),
  findNeighbor: (id, towards) => findRowTowards(outline, id, towards),
  shownIds: () => [...new Set(outline.rows.map(({ id }) => id))],
})

function findRowTowards(outline: OutlineController, id: NodeId, towards: Direction): NodeId | undefined {
  const index = outline.findIndex(id)
  const row = outline.at(index)
  switch (towards) {
    case 'up':
      return outline.at(index - 1)?.id
    case 'down':
      return outline.at(index + 1)?.id
    case 'left':
      return row?.parentId ?? undefined
    case 'right':
      return row?.isExpanded === true ? outline.at(index + 1)?.id : undefined
  }
}
