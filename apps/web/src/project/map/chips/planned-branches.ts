import type { NodeId } from '@espalier/domain'
import type { NodeRecord, ProjectClient, ProjectDetails } from '@espalier/sync'

export const listUncountedStages = ({ stages }: Pick<ProjectDetails, 'stages'>): ReadonlySet<string> =>
  new Set(stages.flatMap(({ id, counts }) => (counts ? [] : [id])))

/**
 * Knows the nodes that have something to roll up: an estimate or a due date below them. The layout reserves a row for
 * them; the sums themselves are computed after the first frame. A change of one node walks only the way up, as long as
 * nothing moves or disappears.
 */
export class PlannedBranches {
  readonly #client: Pick<ProjectClient, 'node' | 'nodes'>
  #uncountedStageIds: ReadonlySet<string>
  /** Only changes need it, and it takes as long as the rest: null until the page has time, or something changes. */
  #planned: Set<NodeId> | null = null
  #above = new Set<NodeId>()

  constructor(client: Pick<ProjectClient, 'node' | 'nodes'>, uncountedStageIds: ReadonlySet<string>) {
    this.#client = client
    this.#uncountedStageIds = uncountedStageIds
    this.#markAll()
  }

  /** Makes the first change as quick as the others. */
  prepare(): void {
    if (this.#planned !== null) return
    this.#planned = new Set()
    for (const record of this.#client.nodes()) if (this.#isPlanned(record)) this.#planned.add(record.id)
  }

  has(id: NodeId): boolean {
    return this.#above.has(id)
  }

  /** Takes over changed nodes; returns those that now are such branches, or no longer are. */
  update(ids: readonly NodeId[], isStructural: boolean): readonly NodeId[] {
    const planned = this.#planned
    if (planned === null) return this.#collectAnew()
    const added: NodeId[] = []
    let isStale = false
    for (const id of ids) {
      const record = this.#client.node(id)
      const was = planned.has(id)
      const isPlanned = record !== undefined && this.#isPlanned(record)
      if (was && !isPlanned) isStale = true
      else if (isStructural && (was || this.#above.has(id))) isStale = true
      else if (isPlanned && !was) {
        planned.add(id)
        this.#markAbove(record, added)
      }
    }
    return isStale ? this.#collectAnew() : added
  }

  /** Called when other stages count; returns the same as an update. */
  recount(uncountedStageIds: ReadonlySet<string>): readonly NodeId[] {
    this.#uncountedStageIds = uncountedStageIds
    return this.#collectAnew()
  }

  #isPlanned({ estimate, dueDate, stageId }: NodeRecord): boolean {
    if (dueDate === null && (estimate ?? 0) === 0) return false
    return stageId === null || !this.#uncountedStageIds.has(stageId)
  }

  #collectAnew(): readonly NodeId[] {
    const before = this.#above
    this.#planned = null
    this.#above = new Set()
    this.#markAll()
    this.prepare()
    const after = this.#above
    return [...[...before].filter((id) => !after.has(id)), ...[...after].filter((id) => !before.has(id))]
  }

  /** Runs once while a plan is opened, before the browser has optimized it: most nodes must cost few steps. */
  #markAll(): void {
    const above = this.#above
    let isAnyPlanned = false
    for (const record of this.#client.nodes()) {
      if (record.dueDate === null && record.estimate === null) continue
      isAnyPlanned = true
      const { parentIds } = record
      // Mostly a sibling has marked the parent already.
      if (parentIds.length === 1 && above.has(parentIds[0] ?? '')) continue
      if (this.#isPlanned(record)) this.#markAbove(record, null)
    }
    // Most plans have no estimates and dates, and their first change must not look for them among all nodes again.
    if (!isAnyPlanned) this.#planned = new Set()
  }

  #markAbove({ parentIds }: NodeRecord, added: NodeId[] | null): void {
    const open = [...parentIds]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (this.#above.has(id)) continue
      this.#above.add(id)
      added?.push(id)
      open.push(...(this.#client.node(id)?.parentIds ?? []))
    }
  }
}
