import type { NodeId } from '@espalier/domain'
import { type DateViolation, findDateViolations } from '@espalier/domain/schedule-dates'
import type { ProjectClient } from '@espalier/sync'
import { defineDerivedModel, listUncountedStageIds } from '../workspace/derived-model.ts'

/** The nodes of a project that start before something they wait for is due. They are found again after a change. */
export class ProjectDates {
  readonly #client: ProjectClient
  #found: ReadonlyMap<NodeId, readonly DateViolation[]> | null = null

  constructor(client: ProjectClient) {
    this.#client = client
  }

  forget(): void {
    this.#found = null
  }

  getViolations(id: NodeId): readonly DateViolation[] {
    this.#found ??= this.#find()
    return this.#found.get(id) ?? none
  }

  #find(): ReadonlyMap<NodeId, readonly DateViolation[]> {
    const uncounted = listUncountedStageIds(this.#client)
    return findDateViolations(
      Array.from(this.#client.nodes(), (node) => ({
        id: node.id,
        parentIds: node.parentIds,
        blockedByIds: node.blockedByIds,
        status: node.status,
        startDate: node.startDate,
        dueDate: node.dueDate,
        isCounted: node.stageId === null || !uncounted.has(node.stageId),
      })),
    )
  }
}

const none: readonly DateViolation[] = []

/** The details and the timeline share it. */
export const getProjectDates = defineDerivedModel<ProjectDates>({
  create: (client) => new ProjectDates(client),
  update: (dates) => dates.forget(),
})
