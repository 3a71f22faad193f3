import { accept, type NodeId } from '@espalier/domain'
import { addDays, type CalendarDate, toDayNumber } from '@espalier/domain/planning-dates'
import type { Edited, NodeRecord } from '@espalier/sync'
import { calendarTexts } from '../../texts/calendar-view.ts'
import { acceptedOrNotify, describeNodes, getActionTargets } from '../actions/action.ts'
import { addNodeWith } from '../plan-view/new-node.ts'
import type { CalendarController } from './calendar-controller.ts'
import { formatLongDay } from './calendar-days.ts'

/** Moves a node, and the selected ones with it, by a number of days. What has a start keeps its length. */
export function moveByDays(calendar: CalendarController, id: NodeId, days: number): void {
  const { workspace } = calendar
  const { client } = workspace
  const nodes = getActionTargets(workspace, id).flatMap((one) => client.node(one) ?? [])
  const dated = nodes.filter(({ dueDate }) => dueDate !== null)
  if (days === 0 || dated.length === 0) return
  const moved = client.edits.group((): Edited => {
    for (const node of dated) {
      const edited = moveNode(calendar, node, days)
      if (!edited.ok) return edited
    }
    return accept(null)
  })
  if (!acceptedOrNotify(workspace, moved)) return
  const day = client.node(id)?.dueDate
  if (day == null) return
  const ids = dated.map((node) => node.id)
  workspace.map.announce(calendarTexts.movedTo(describeNodes(workspace, ids), formatLongDay(day)))
  workspace.map.focus(id)
}

function moveNode({ workspace }: CalendarController, { id, startDate, dueDate }: NodeRecord, days: number): Edited {
  const shift = (date: CalendarDate | null) => (date === null ? null : addDays(date, days))
  const [start, due] = [shift(startDate), shift(dueDate)]
  // There is no day beyond the last year.
  if (due === null || (start === null && startDate !== null)) return accept(null)
  return workspace.client.edits.change(id, { dueDate: due, ...(start !== null && { startDate: start }) })
}

export function moveToDay(calendar: CalendarController, id: NodeId, day: CalendarDate): void {
  const due = calendar.workspace.client.node(id)?.dueDate
  if (due != null) moveByDays(calendar, id, toDayNumber(day) - toDayNumber(due))
}

/** Adds a node that is due on a day, and puts the caret into its title. */
export function addOnDay(calendar: CalendarController, dueDate: CalendarDate): void {
  if (!calendar.workspace.client.canEdit.get()) return
  calendar.cursor.set(dueDate)
  addNodeWith(calendar.workspace, { dueDate })
}
