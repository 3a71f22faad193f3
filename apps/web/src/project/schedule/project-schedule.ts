import { type SchedulableNode, Schedule } from '@espalier/domain/schedule'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { defineDerivedModel, listUncountedStageIds } from '../workspace/derived-model.ts'

/** Picks what the schedule and the forecast read of a node. */
export const toSchedulable = (node: NodeRecord, uncountedStageIds: ReadonlySet<string>): SchedulableNode => ({
  id: node.id,
  parentIds: node.parentIds,
  blockedByIds: node.blockedByIds,
  status: node.status,
  estimate: node.estimate,
  isCounted: node.stageId === null || !uncountedStageIds.has(node.stageId),
})

function createSchedule(client: ProjectClient): Schedule {
  const uncounted = listUncountedStageIds(client)
  return new Schedule(Array.from(client.nodes(), (node) => toSchedulable(node, uncounted)))
}

/** The schedule says what can start now, and which chain of work decides the end. It exists while a lens or the details need it. */
export const getProjectSchedule = defineDerivedModel<Schedule>({
  create: createSchedule,
  update: (schedule, id, node, client) =>
    schedule.update(id, node === undefined ? undefined : toSchedulable(node, listUncountedStageIds(client))),
})
