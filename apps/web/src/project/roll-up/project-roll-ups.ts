import { toCalendarDate } from '@espalier/domain/planning-dates'
import { RollUps } from '@espalier/domain/planning-roll-up'
import type { ProjectClient } from '@espalier/sync'
import { defineDerivedModel, listUncountedStageIds, useDerivedModel } from '../workspace/derived-model.ts'

function getToday(): string {
  const now = new Date()
  return toCalendarDate(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? ''
}

/** Returns the roll-ups of a project. */
export const getProjectRollUps = defineDerivedModel<RollUps>({
  create: (client) =>
    new RollUps([...client.nodes()], { today: getToday(), uncountedStageIds: listUncountedStageIds(client) }),
  update: (rollUps, id, node) => rollUps.update(id, node),
})

/** Renders the component again when some roll-up may have changed. */
export const useRollUps = (client: ProjectClient): RollUps => useDerivedModel(getProjectRollUps(client))
