import { setImmediate } from 'node:timers/promises'
import {
  applyChanges,
  createGraphInSteps,
  type EditableGraph,
  type GraphNode,
  type ProjectDefinitions,
  proposalTexts,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import {
  buildNodeJson,
  type NodeRecord,
  readGraphNodes,
  readNodesById,
  readProjectIdsByNode,
  type SqlClient,
} from '../../database/nodes.ts'
import { type ProjectHead, readProjectTexts } from '../../database/projects.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import { type DecidedChange, decideNodeChange, type DecisionContext } from '../nodes/index.ts'
import { settleNodeFields } from '../projects/index.ts'
import { readTriedChange } from './proposal-input.ts'
import type { ProposalRow, StoredChange } from './store.ts'

const changesPerTurn = 50

/** The reasons why open changes do not fit, by the ids of the changes; null for one that fits. */
type Problems = ReadonlyMap<string, string | null>

/**
 * Tries the open changes of each proposal on the plan as it is now, one after the other: a change may build on those
 * before it that fit. Proposals are tried independently. Nothing is stored.
 */
export async function judgeChanges(
  db: SqlClient,
  project: Pick<ProjectHead, 'id' | 'owner' | 'estimate_unit'>,
  proposals: readonly ProposalRow[],
): Promise<Problems> {
  const problems = new Map<string, string | null>()
  const open = proposals.filter(({ state }) => state === 'open')
  if (open.length === 0) return problems
  const trials = await createTrials(db, project, open)
  for (const proposal of open) {
    const trial = await trials.begin(proposal)
    for (const change of proposal.changes) {
      if (change.decision === null) problems.set(change.id, await tryChange(trial, proposal, change))
      // Thousands of changes must not delay the requests of others.
      if (problems.size % changesPerTurn === 0) await setImmediate()
    }
    trial.end()
  }
  return problems
}

async function tryChange(trial: Trial, proposal: ProposalRow, change: StoredChange): Promise<string | null> {
  try {
    trial.apply(await decideNodeChange(trial.context, await readTriedChange(change)))
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return explainRefusal(await trial.context.graph(), { proposal, change, error })
  }
}

interface RefusedChange {
  readonly proposal: ProposalRow
  readonly change: StoredChange
  readonly error: ApiError
  /** The changes that are accepted together. Unset: all are only tried. */
  readonly accepted?: ReadonlySet<string>
}

/** Says so if a change fails because the plan lacks a node that another change of the proposal creates. */
export function explainRefusal(graph: EditableGraph, { proposal, change, error, accepted }: RefusedChange): string {
  const named = new Set(listNamedNodes(change))
  const base = proposal.changes.find(
    (other) =>
      other.op === 'create' && other !== change && named.has(other.nodeId) && graph.node(other.nodeId) === undefined,
  )
  if (base === undefined) return error.message
  if (base.decision === 'rejected') return proposalTexts.baseRejected
  return accepted === undefined || accepted.has(base.id) ? proposalTexts.baseUnfit : proposalTexts.baseOpen
}

const nodeInputs = ['parentId', 'childId', 'afterId', 'beforeId'] as const
const nodeListInputs = ['parentIds', 'blockedByIds', 'addBlockedByIds', 'removeBlockedByIds'] as const

/** Lists the nodes that a change is about; not the one that it creates. */
export function listNamedNodes({ op, nodeId, data }: StoredChange): readonly string[] {
  const named = [
    ...(op === 'create' ? [] : [nodeId]),
    ...nodeInputs.map((name) => data[name]),
    ...nodeListInputs.flatMap((name) => data[name]),
  ]
  return named.flatMap((id) => (typeof id === 'string' ? id.toLowerCase() : []))
}

/** A plan on which changes are tried. */
interface Trial {
  readonly context: DecisionContext
  apply(decided: DecidedChange): void
  /** Makes the plan as it was before. */
  end(): void
}

/** The fields that decide whether others may be set. */
const settledFields = [
  'id',
  'status',
  'stageId',
  'startDate',
  'dueDate',
  'assigneeIds',
  'tagIds',
  'fields',
] as const satisfies readonly (keyof NodeRecord)[]

async function createTrials(
  db: SqlClient,
  project: Pick<ProjectHead, 'id' | 'owner' | 'estimate_unit'>,
  proposals: readonly ProposalRow[],
) {
  const changes = proposals.flatMap((one) => one.changes.filter(({ decision }) => decision === null))
  const definitions = await readDefinitions(db, project)
  const graphNodes = await readGraphNodes(db, project.id)
  const listIds = (op: StoredChange['op']) => changes.filter((one) => one.op === op).map(({ nodeId }) => nodeId)
  const stored = await readNodesById(db, project.id, [...new Set(listIds('update'))], buildNodeJson(settledFields))
  const usedIds = await readProjectIdsByNode(db, [...new Set(listIds('create'))])
  const loadGraph = (): Promise<EditableGraph> => runInSlices(createGraphInSteps(project.id, graphNodes))
  let graph = await loadGraph()
  // A graph cannot lose a node: what a trial created stays in it as deleted, which only matters for the same id.
  const leftIds = new Set<string>()
  return {
    async begin({ changes: own }: ProposalRow): Promise<Trial> {
      if (own.some(({ nodeId }) => leftIds.has(nodeId))) {
        graph = await loadGraph()
        leftIds.clear()
      }
      const records = new Map<string, NodeRecord>(stored.map((node) => [node.id, node]))
      const before = new Map<string, GraphNode>()
      const remember = (id: string): void => {
        const node = graph.node(id)
        if (node !== undefined && !before.has(id)) before.set(id, node)
      }
      const context: DecisionContext = {
        project,
        definitions,
        tx: { client: db },
        at: new Date(0),
        graph: async () => graph,
        readNode: async (id) => records.get(id),
        isIdUsed: async (id) => usedIds.has(id),
      }
      return {
        context,
        apply({ added, diffs, updated }) {
          for (const { id } of diffs) remember(id)
          if (added !== null) {
            const { id, projectId, parentIds, blockedByIds, position, isDeleted } = added
            graph.put({ id, projectId, parentIds, blockedByIds, position, isDeleted })
            before.set(id, { id, projectId, parentIds: [], blockedByIds: [], position, isDeleted: true })
            leftIds.add(id)
            records.set(id, added)
          }
          applyChanges(graph, diffs)
          const node = updated === null ? undefined : records.get(updated.id)
          if (node === undefined || updated === null) return
          records.set(node.id, { ...node, ...settleNodeFields(context, node, updated.checked.fields) } as NodeRecord)
        },
        end() {
          for (const node of before.values()) graph.put(node)
        },
      }
    },
  }
}

async function readDefinitions(
  db: SqlClient,
  { id, estimate_unit: estimateUnit }: Pick<ProjectHead, 'id' | 'estimate_unit'>,
): Promise<ProjectDefinitions> {
  const texts = (await readProjectTexts(db, [id], ['tags', 'stages', 'field_definitions'])).get(id)
  const { tags = [], stages = [], field_definitions: fieldDefinitions = [] } = texts ?? {}
  return { tags, stages, fieldDefinitions, estimateUnit }
}
