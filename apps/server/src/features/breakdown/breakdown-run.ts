import { randomUUID } from 'node:crypto'
import {
  breakdownLimits,
  breakdownTexts,
  cutTitle,
  escapeHtml,
  getPrimaryParent,
  type GraphView,
  toPlainText,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import {
  addBreakdownChild,
  type BreakdownOutcome,
  type BreakdownRow,
  countBreakdowns,
  endBreakdown,
  insertBreakdown,
} from './store.ts'
import { type NodeRecord, readNodesById } from '../../database/nodes.ts'
import type { BreakdownSubject, Idea, IdeaSource } from '../../ports/breakdown.ts'
import type { Bus } from '../../ports/bus.ts'
import { addNode, nodeNotFoundError, nodePolicy, openProjectOfNode, readNodeTitle } from '../nodes/index.ts'
import {
  type AccessRule,
  badInputError,
  type Caller,
  changeNodes,
  type ProjectWrite,
  sanitizeBody,
  type Writes,
  type WriteTransaction,
} from '../projects/index.ts'
import { proposeNode } from '../proposals/index.ts'
import { aiErrorTexts, breakdownProposalTexts } from '../../texts/ai.ts'
import { toTitleKey } from './parse-ideas.ts'

export interface StartedBreakdown extends BreakdownRow {
  readonly subject: BreakdownSubject
  /** The children get the color of their parent. */
  readonly colour: string
}

export interface StartBreakdownOptions {
  readonly source: IdeaSource
  /** The limit per person and day; null means no limit. */
  readonly perDay: number | null
}

/**
 * Locks the node's project and checks whether the node may be broken down. From then on the node is shown as
 * processing.
 */
export async function beginBreakdown(
  work: WriteTransaction,
  { nodeId, userId }: Pick<BreakdownRow, 'nodeId' | 'userId'>,
  { source, perDay }: StartBreakdownOptions,
): Promise<StartedBreakdown> {
  const write = await openProjectOfNode(work, nodeId, 'node.break-down')
  await requireLeaf(write, nodeId)
  const subject = await readBreakdownSubject(write, nodeId)
  const refusal = source.explainRefusal(subject)
  if (refusal !== null) throw badInputError(refusal, 'id')
  if (perDay !== null) await requireDailyQuota(work, userId, perDay)
  const row = { id: randomUUID(), projectId: write.project.id, nodeId, userId }
  if (!(await insertBreakdown(work.tx.client, row, source.name))) throw new ApiError('CONFLICT', breakdownTexts.running)
  // A folded node would hide the new children.
  const fields = { style: { processing: true }, hideChildren: false }
  const node = (await changeNodes(write, { ids: [nodeId], fields, mainId: nodeId })).get(nodeId)
  if (node === undefined) throw nodeNotFoundError()
  return { ...row, subject, colour: node.style.backgroundColor }
}

/** Runs before the first child only, because the children of this breakdown must not count. */
async function requireLeaf(write: ProjectWrite, nodeId: string): Promise<void> {
  const graph = await write.graph()
  const node = graph.node(nodeId)
  if (node === undefined || node.isDeleted) throw nodeNotFoundError()
  if (graph.children(nodeId).length > 0) throw badInputError(breakdownTexts.hasChildren, 'id')
}

async function requireDailyQuota({ tx }: WriteTransaction, userId: string, perDay: number): Promise<void> {
  const { count, endsInMs } = await countBreakdowns(tx.client, userId, breakdownLimits.dayMs)
  if (count < perDay) return
  if (perDay === 0) throw badInputError(breakdownTexts.off, 'id')
  const text = aiErrorTexts.dailyLimit(perDay, endsInMs)
  throw new ApiError('RATE_LIMITED', text, { retryAfter: Math.ceil(endsInMs / 1000) })
}

const maxSiblings = 60

/** Reads the node with its surroundings. */
async function readBreakdownSubject(write: ProjectWrite, nodeId: string): Promise<BreakdownSubject> {
  const graph = await write.graph()
  const pathIds = findPathFromRoot(graph, nodeId)
  const parentId = pathIds.at(-2) ?? null
  const siblings = graph.children(parentId)
  const siblingIds = siblings
    .slice(0, maxSiblings)
    .map(({ id }) => id)
    .filter((id) => id !== nodeId)
  const nodes = await readNodesById(write.tx.client, write.project.id, [...pathIds, ...siblingIds])
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const titles = (ids: readonly string[]): string[] => ids.map((id) => toPlainText(byId.get(id)?.title ?? ''))
  return {
    project: write.project.title,
    path: titles(pathIds),
    siblings: titles(siblingIds),
    existingChildren: [],
    body: byId.get(nodeId)?.body ?? '',
  }
}

/** Follows primary parents to the root. The walk terminates even on corrupt rows. */
function findPathFromRoot(graph: GraphView, nodeId: string): readonly string[] {
  const path = new Set<string>()
  let at: string | null = nodeId
  while (at !== null && !path.has(at)) {
    path.add(at)
    const node = graph.node(at)
    at = node === undefined ? null : getPrimaryParent(node)
  }
  return [...path].toReversed()
}

/** Another server has ended the breakdown, because this one appeared dead. */
class BreakdownEndedError extends Error {
  override readonly name = 'BreakdownEndedError'
}

/** An idea, and whether it is the first of its run. */
interface ComingIdea {
  readonly idea: Idea
  readonly isFirst: boolean
}

/** `known`: a child with that title exists. `unwanted`: nobody wants further ideas. */
type SavedIdea = 'saved' | 'known' | 'unwanted'

/** Stores an idea, as a child or as a proposed one. */
export type SaveIdea = (run: StartedBreakdown, coming: ComingIdea) => Promise<SavedIdea>

type NewChild = Pick<NodeRecord, 'title' | 'body' | 'status'> & { readonly style: { readonly backgroundColor: string } }

/** Checks under the project's lock that an idea is still welcome, then stores it. */
async function saveIdea(
  writes: Writes,
  caller: Caller,
  { run, idea, isFirst }: ComingIdea & { readonly run: StartedBreakdown },
  store: (work: WriteTransaction, write: ProjectWrite, id: string, child: NewChild) => Promise<boolean>,
): Promise<SavedIdea> {
  const title = await readNodeTitle(escapeHtml(idea.title))
  const body = await sanitizeBody(idea.body)
  return writes.run(
    { ...caller, operationId: null },
    async (work) => {
      const write = await work.open(run.projectId, nodePolicy['node.break-down'])
      if (isFirst) await requireLeaf(write, run.nodeId)
      else if (await hasChildTitled(write, run.nodeId, idea)) return 'known'
      const id = randomUUID()
      if (!(await addBreakdownChild(work.tx.client, run.id, id)))
        throw new BreakdownEndedError('the breakdown was ended')
      const child = { title, body, status: idea.status, style: { backgroundColor: run.colour } }
      return (await store(work, write, id, child)) ? 'saved' : 'unwanted'
    },
    { projectId: run.projectId },
  )
}

/** Stores each idea as a child through the normal write path. */
export const createChildSaver =
  (writes: Writes, caller: Caller): SaveIdea =>
  (run, coming) =>
    saveIdea(writes, caller, { ...coming, run }, async (_work, write, id, child) => {
      await addNode(write, { id, parentId: run.nodeId }, child)
      return true
    })

interface IdeaProposer {
  readonly writes: Writes
  readonly bus: Pick<Bus, 'publish'>
  readonly source: Pick<IdeaSource, 'writerName'>
}

/** Adds each idea to a proposal with the id of the run. */
export const createIdeaProposer =
  ({ writes, bus, source }: IdeaProposer, caller: Caller): SaveIdea =>
  (run, coming) =>
    saveIdea(writes, caller, { ...coming, run }, (work, _write, nodeId, { status, ...child }) => {
      const title = breakdownProposalTexts.title(cutTitle(run.subject.path.at(-1) ?? ''))
      const proposal = { id: run.id, projectId: run.projectId, title, writerName: source.writerName }
      // A new node has to be done anyway, so only another status is worth a sentence.
      const data = { ...child, parentId: run.nodeId, ...(status !== 'todo' && { status }) }
      return proposeNode({ bus }, work, caller, { proposal, node: { nodeId, data } })
    })

async function hasChildTitled(write: ProjectWrite, nodeId: string, idea: Idea): Promise<boolean> {
  const children = (await write.graph()).children(nodeId)
  const ids = children.slice(0, children.length).map(({ id }) => id)
  const known = await readNodesById(write.tx.client, write.project.id, ids)
  return known.some(({ title }) => toTitleKey(toPlainText(title)) === toTitleKey(idea.title))
}

/** The node must be cleaned up even if the person has lost access or deleted it meanwhile. */
const allowAlways: AccessRule = () => 'allowed'

/** Stops showing the node as processing. */
export async function endBreakdownRun(
  writes: Writes,
  caller: Caller,
  run: BreakdownRow,
  outcome: BreakdownOutcome,
): Promise<void> {
  const { projectId, nodeId } = run
  await writes.run(
    { ...caller, operationId: null },
    async (work) => {
      // The project is locked first: two transactions that lock in different orders would deadlock.
      const write = await work.open(projectId, allowAlways).catch(nullIfNotFound)
      if (!(await endBreakdown(work.tx.client, run.id, outcome)) || write === null) return
      await changeNodes(write, { ids: [nodeId], fields: { style: { processing: false } }, mainId: nodeId })
    },
    { projectId },
  )
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
  throw error
}
