import { randomUUID } from 'node:crypto'
import { type ChangeDecision, proposalLimits, proposalTexts } from '@espalier/domain'
import type { GraphQLSchema } from 'graphql'
import { ApiError } from '../../api/errors.ts'
import type { Database } from '../../database/database.ts'
import { readNodesById, readProjectIdsByNode } from '../../database/nodes.ts'
import type { Bus } from '../../ports/bus.ts'
import { decideNodeChange, type DecisionContext, storeNodeChange } from '../nodes/index.ts'
import { notifyAboutProposal } from '../notifications/index.ts'
import { addWebhookEvent } from '../webhooks/index.ts'
import {
  badInputError,
  type Caller,
  isStoredId,
  type ProjectWrite,
  type Writes,
  type WriteTransaction,
} from '../projects/index.ts'
import { isProposalInBranch, requireProposalInBranch } from './branch-proposals.ts'
import { explainRefusal } from './judge-changes.ts'
import { proposalPolicy, requireAuthor, requireProposer } from './policy.ts'
import { readChanges, readProposalTitle, readReason, readStoredChange } from './proposal-input.ts'
import {
  countOpenProposals,
  deleteOldProposals,
  insertProposal,
  type ProposalRow,
  readProposal,
  type StoredChange,
  updateProposal,
} from './store.ts'

export interface ProposalWriter {
  readonly database: Database
  readonly writes: Writes
  readonly bus: Pick<Bus, 'publish'>
}

interface ProposalRequest {
  readonly projectId: string
  readonly title: string
  readonly reason: string
  readonly changes: readonly unknown[]
}

/** Stores a proposal and notifies everybody who can decide it. */
export async function createProposal(
  writer: ProposalWriter,
  caller: Caller,
  request: ProposalRequest,
  schema: GraphQLSchema,
): Promise<ProposalRow> {
  const projectId = request.projectId.toLowerCase()
  const title = readProposalTitle(request.title)
  const reason = readReason(request.reason)
  const changes = await readChanges({ projectId, changes: request.changes, schema })
  return writer.writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, proposalPolicy['proposal.create'])
      requireProposer(write, caller)
      await requireProposalInBranch(write, changes)
      const { person, token } = caller.viewer
      const id = randomUUID()
      const by = { id: token?.id ?? null, name: token?.name ?? null }
      await addProposal(work, caller, { id, projectId, title, reason, changes, by })
      const ids = await notifyAboutProposal(write, { authorId: person.id, isByToken: token !== undefined })
      if (ids.length > 0) work.afterCommit(() => writer.bus.publish({ kind: 'notifications-added', ids }))
      return answerWith(writer, work, id)
    },
    { projectId },
    rereadProposal,
  )
}

interface NewProposal extends Pick<ProposalRow, 'id' | 'projectId' | 'title' | 'reason' | 'changes'> {
  /** The program that made it; both are null for a person. */
  readonly by: { readonly id: string | null; readonly name: string | null }
}

/** Stores a proposal in a project that is locked. */
async function addProposal(work: WriteTransaction, caller: Caller, proposal: NewProposal): Promise<void> {
  const { client } = work.tx
  const { id, projectId, title, reason, changes, by } = proposal
  const authorId = caller.viewer.person.id
  if ((await countOpenProposals(client, projectId)) >= proposalLimits.openPerProject)
    throw badInputError(proposalTexts.tooMany, 'projectId')
  await deleteOldProposals(client, projectId, proposalLimits.closedPerProject)
  await insertProposal(client, {
    id,
    projectId,
    title,
    reason,
    authorId,
    tokenId: by.id,
    tokenName: by.name,
    at: work.at,
    changes,
    clientId: caller.clientId,
  })
  await addWebhookEvent(client, {
    type: 'proposal.created',
    projectId,
    actorId: authorId,
    tokenName: by.name,
    at: work.at,
    extra: { proposal: { id, title, reason, changes: changes.map(({ op, nodeId }) => ({ op, nodeId })) } },
  })
}

/** New nodes that are proposed one after the other. */
interface GrowingProposal extends Pick<ProposalRow, 'id' | 'projectId' | 'title'> {
  /** The service that writes them; null: the person. */
  readonly writerName: string | null
}

interface ProposedNode {
  readonly nodeId: string
  readonly data: StoredChange['data']
}

/**
 * Adds a new node to a proposal in a project that is locked; the first one begins it. Nobody is notified: the person has
 * asked for it. Returns false if nobody wants more: it was withdrawn, or everything so far was rejected.
 */
export async function proposeNode(
  { bus }: Pick<ProposalWriter, 'bus'>,
  work: WriteTransaction,
  caller: Caller,
  { proposal, node }: { readonly proposal: GrowingProposal; readonly node: ProposedNode },
): Promise<boolean> {
  const { id, projectId, title, writerName } = proposal
  const change: StoredChange = { id: randomUUID(), op: 'create', ...node, decision: null }
  const begun = await readProposal(work.tx.client, id)
  if (begun === undefined)
    await addProposal(work, caller, {
      id,
      projectId,
      title,
      reason: '',
      changes: [change],
      by: { id: null, name: writerName },
    })
  else {
    const isUnwanted = begun.state === 'withdrawn' || begun.changes.every(({ decision }) => decision === 'rejected')
    if (isUnwanted) return false
    const changes = [...begun.changes, change]
    await updateProposal(work.tx.client, { id, state: 'open', changes }, caller.clientId)
  }
  work.afterCommit(() => bus.publish({ kind: 'proposals-changed', projectId }))
  return true
}

interface DecisionRequest {
  readonly id: string
  readonly accept: readonly string[]
  readonly reject: readonly string[]
}

/** Applies and rejects changes in one write, which history shows and undoes as one. */
export const decideProposal = (
  writer: ProposalWriter,
  caller: Caller,
  { id, accept, reject }: DecisionRequest,
): Promise<ProposalRow> =>
  changeProposal(writer, caller, { id, operation: 'proposal.decide' }, async (work, write, proposal) => {
    requireOpen(proposal)
    const decisions = readDecisions(proposal, accept, reject)
    const accepted = new Set(
      [...decisions].flatMap(([changeId, decision]) => (decision === 'accepted' ? changeId : [])),
    )
    const context = createContext(write)
    for (const change of proposal.changes) {
      if (accepted.has(change.id)) await applyChange(write, context, { proposal, change, accepted })
    }
    const changes = proposal.changes.map((change) => ({
      ...change,
      decision: change.decision ?? decisions.get(change.id) ?? null,
    }))
    const state = changes.every(({ decision }) => decision !== null) ? 'decided' : 'open'
    await updateProposal(work.tx.client, { id: proposal.id, state, changes }, caller.clientId)
  })

function requireOpen({ state }: ProposalRow): void {
  if (state === 'open') return
  throw new ApiError('CONFLICT', state === 'decided' ? proposalTexts.isDecided : proposalTexts.isWithdrawn)
}

function readDecisions(
  { changes }: ProposalRow,
  accept: readonly string[],
  reject: readonly string[],
): ReadonlyMap<string, ChangeDecision> {
  const decisions = new Map<string, ChangeDecision>()
  const named = [
    ...accept.map((id) => ({ id: id.toLowerCase(), decision: 'accepted' as const, field: 'accept' })),
    ...reject.map((id) => ({ id: id.toLowerCase(), decision: 'rejected' as const, field: 'reject' })),
  ]
  if (named.length === 0) throw badInputError(proposalTexts.nothingNamed, 'accept')
  for (const { id, decision, field } of named) {
    const change = changes.find((one) => one.id === id)
    if (change === undefined) throw badInputError(proposalTexts.unknownChange, field)
    if (change.decision !== null) throw new ApiError('CONFLICT', proposalTexts.changeDecided)
    if ((decisions.get(id) ?? decision) !== decision) throw badInputError(proposalTexts.acceptedAndRejected, field)
    decisions.set(id, decision)
  }
  return decisions
}

/** The locked project with the changes that were accepted so far. */
const createContext = (write: ProjectWrite): DecisionContext => ({
  project: write.project,
  definitions: write.definitions,
  tx: write.tx,
  at: write.at,
  graph: () => write.graph(),
  readNode: async (id) => (await readNodesById(write.tx.client, write.project.id, [id]))[0],
  isIdUsed: async (id) => (await readProjectIdsByNode(write.tx.client, [id])).size > 0,
})

interface AcceptedChange {
  readonly proposal: ProposalRow
  readonly change: StoredChange
  readonly accepted: ReadonlySet<string>
}

/** A refusal of the rules becomes CONFLICT: the person who decides cannot correct the proposal. */
async function applyChange(
  write: ProjectWrite,
  context: DecisionContext,
  { proposal, change, accepted }: AcceptedChange,
): Promise<void> {
  try {
    await storeNodeChange(write, await decideNodeChange(context, await readStoredChange(change)))
  } catch (error) {
    const isRefusal =
      error instanceof ApiError && ['CONFLICT', 'NOT_FOUND', 'BAD_USER_INPUT'].some((code) => code === error.code)
    if (!isRefusal) throw error
    throw new ApiError('CONFLICT', explainRefusal(await write.graph(), { proposal, change, error, accepted }))
  }
}

/** Ends a proposal. What was accepted of it stays. */
export const withdrawProposal = (writer: ProposalWriter, caller: Caller, id: string): Promise<ProposalRow> =>
  changeProposal(writer, caller, { id, operation: 'proposal.withdraw' }, async (work, _write, proposal) => {
    requireAuthor(proposal, caller)
    requireOpen(proposal)
    const { changes } = proposal
    await updateProposal(work.tx.client, { id: proposal.id, state: 'withdrawn', changes }, caller.clientId)
  })

const proposalNotFoundError = (): ApiError => new ApiError('NOT_FOUND', proposalTexts.notFound)

interface ProposalTarget {
  readonly id: string
  readonly operation: keyof typeof proposalPolicy
}

/** Locks the project of a proposal, changes the proposal and returns it as it then is. */
async function changeProposal(
  writer: ProposalWriter,
  caller: Caller,
  { id: given, operation }: ProposalTarget,
  change: (work: WriteTransaction, write: ProjectWrite, proposal: ProposalRow) => Promise<void>,
): Promise<ProposalRow> {
  const id = given.toLowerCase()
  // A proposal never moves to another project, so this may be read before the lock.
  const projectId = isStoredId(id) ? (await readProposal(writer.database.pool, id))?.projectId : undefined
  return writer.writes.run(
    caller,
    async (work) => {
      const write = await openProject(work, projectId, operation)
      const proposal = await readProposal(work.tx.client, id)
      if (proposal === undefined || !(await isProposalInBranch(work.tx.client, write.branch, proposal)))
        throw proposalNotFoundError()
      await change(work, write, proposal)
      return answerWith(writer, work, id)
    },
    { projectId },
    rereadProposal,
  )
}

/** If the caller may not see the project, its proposals count as missing. */
async function openProject(
  work: WriteTransaction,
  projectId: string | undefined,
  operation: keyof typeof proposalPolicy,
): Promise<ProjectWrite> {
  if (projectId === undefined) throw proposalNotFoundError()
  try {
    return await work.open(projectId, proposalPolicy[operation])
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? proposalNotFoundError() : error
  }
}

async function answerWith({ bus }: ProposalWriter, work: WriteTransaction, id: string): Promise<ProposalRow> {
  const proposal = await readProposal(work.tx.client, id)
  if (proposal === undefined) throw proposalNotFoundError()
  work.afterCommit(() => bus.publish({ kind: 'proposals-changed', projectId: proposal.projectId }))
  return proposal
}

/** Reads a long proposal again for a repeated operation. */
async function rereadProposal(work: WriteTransaction, _caller: Caller, id: string): Promise<ProposalRow> {
  const proposal = await readProposal(work.tx.client, id)
  if (proposal === undefined) throw proposalNotFoundError()
  const { branch } = await work.requireReadable(proposal.projectId, proposalPolicy['proposals.read'])
  if (!(await isProposalInBranch(work.tx.client, branch, proposal))) throw proposalNotFoundError()
  return proposal
}
