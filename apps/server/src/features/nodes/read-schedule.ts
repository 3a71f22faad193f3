import { type SchedulableNode, Schedule, type ScheduledNode } from '@espalier/domain/schedule'
import type { Api } from '@espalier/schema'
import type { RequestBudget } from '../../api/request-budget.ts'
import type { SelectedFields } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import { readSchedulableNodes } from '../../database/nodes.ts'
import type { Audit } from '../../ports/log.ts'
import { type Branch, findProjectForViewer, hideOutside, requireProjectAccess } from '../projects/index.ts'
import { nodePolicy } from './policy.ts'

interface ScheduleReaderOptions {
  readonly database: Database
  readonly audit: Audit
}

interface ScheduleRequest {
  readonly viewer: Viewer
  readonly budget: RequestBudget
  readonly projectId: string
  /** The fields of the nodes that are answered. */
  readonly fields: SelectedFields
}

/** An entry with all of its fields but the blockers, as an object and as JSON. */
const bytesPerEntry = 400
const bytesPerId = 39

/** Computes the schedule of a project for everybody who may read its nodes. */
export async function readSchedule(
  { database: { pool }, audit }: ScheduleReaderOptions,
  { viewer, budget, projectId, fields }: ScheduleRequest,
): Promise<Api.Schedule> {
  const found = await findProjectForViewer(pool, viewer, projectId)
  const { project, branch } = requireProjectAccess(found, { viewer, rule: nodePolicy['schedule.read'], audit })
  const rows = project.todo_count + project.progress_count + project.done_count
  await budget.reserve({ rows, bytes: rows * bytesPerEntry })
  const all = await readSchedulableNodes(pool, project.id)
  const schedule = new Schedule(branch === null ? all : cutBranch(branch, all))
  const nodes = branch === null ? schedule.getAll() : withTrueStates(schedule, new Schedule(all))
  await budget.reserve({ rows: 0, bytes: (fields.get('openBlockerIds') ?? 0) * countBlockers(nodes) * bytesPerId })
  return { unit: project.estimate_unit, criticalLength: schedule.getCriticalLength(), nodes }
}

/** Lengths, slack and blockers of a branch are computed from its nodes alone: the rest of the project must not show. */
const cutBranch = (branch: Branch, all: readonly SchedulableNode[]): SchedulableNode[] =>
  all.filter(({ id }) => branch.ids.has(id)).map((node) => hideOutside(branch, node))

/** Whether a node can be started is a fact about the node, and a program must not begin what waits for others. */
function withTrueStates(schedule: Schedule, whole: Schedule): readonly ScheduledNode[] {
  const states = new Map(whole.getAll().map(({ id, state }) => [id, state]))
  return schedule.getAll().map((node) => ({ ...node, state: states.get(node.id) ?? node.state }))
}

/** A whole branch lists the blockers above it, so that the lists may be far longer than what is stored. */
const countBlockers = (nodes: readonly ScheduledNode[]): number =>
  nodes.reduce((sum, { openBlockerIds }) => sum + openBlockerIds.length, 0)
