import type { NodeId } from '@espalier/domain'
import type { Edited, NodeFields, NodeRecord } from '@espalier/sync'
import { timelineTexts } from '../../texts/timeline.ts'
import { acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle, goToNode } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { type BarGrip, findSpan, planDates, type PlannedDates, shiftDates } from './bar-dates.ts'

/** Returns the scheduled nodes that a grip of a bar applies to: ends belong to one bar, a move to the selection. */
export function listGripped(workspace: ProjectWorkspace, id: NodeId, grip: BarGrip): readonly NodeRecord[] {
  const ids = grip === 'move' ? getActionTargets(workspace, id) : [id]
  return ids.flatMap((one) => {
    const node = workspace.client.node(one)
    return node === undefined || findSpan(node) === null ? [] : [node]
  })
}

/** Returns only the dates that change, so that the other one can be changed by somebody else meanwhile. */
function listChanges(node: NodeRecord, { startDate, dueDate }: PlannedDates): NodeFields {
  return {
    ...(startDate !== node.startDate && { startDate }),
    ...(dueDate !== node.dueDate && { dueDate }),
  }
}

/** Moves or resizes bars as one undo step. */
export function shiftBars(workspace: ProjectWorkspace, id: NodeId, grip: BarGrip, byDays: number): void {
  const { client, map } = workspace
  const changes = listGripped(workspace, id, grip).flatMap((node) => {
    const dates = shiftDates(node, grip, byDays)
    const fields = dates === null ? {} : listChanges(node, dates)
    return Object.keys(fields).length === 0 ? [] : [{ id: node.id, fields }]
  })
  if (changes.length === 0) return
  const edited = client.edits.group((): Edited => {
    for (const change of changes) {
      const done = client.edits.change(change.id, change.fields)
      if (!done.ok) return done
    }
    return { ok: true, value: null }
  })
  if (!acceptedOrNotify(workspace, edited)) return
  map.announce(
    describeBars(
      workspace,
      changes.map((change) => change.id),
      id,
    ),
  )
}

/** Returns the name of the bar that was moved, with the number of bars if there are several. */
function describeBars(workspace: ProjectWorkspace, ids: readonly NodeId[], id: NodeId): string {
  const { startDate = null, dueDate = null } = workspace.client.node(id) ?? {}
  return timelineTexts.bar(describeNodes(workspace, ids), startDate ?? dueDate ?? '', dueDate ?? startDate ?? '')
}

/** Gives a node without dates its first ones and goes to its bar. */
export function scheduleNode(workspace: ProjectWorkspace, id: NodeId, dates: PlannedDates): void {
  const { client, map } = workspace
  if (!client.canEdit.get()) return
  if (!acceptedOrNotify(workspace, client.edits.change(id, dates))) return
  const due = dates.dueDate ?? ''
  map.announce(timelineTexts.scheduled(getPlainTitle(workspace, id), dates.startDate ?? due, due))
  showHiddenNode(workspace, id)
  goToNode(workspace, id)
}

/** Schedules a node from a day on, for as long as its estimate says. */
export function scheduleFrom(workspace: ProjectWorkspace, id: NodeId, day: number): void {
  const { client } = workspace
  const node = client.node(id)
  if (node === undefined) return
  scheduleNode(workspace, id, planDates(day, node.estimate, client.project.get().estimateUnit))
}
