import { randomUUID } from 'node:crypto'
import type { GeneralAccess, Layout, ProjectDefinitions, ProjectStatus, SavedView } from '@espalier/domain'
import { extendTransaction } from '@espalier/postgres'
import { ApiError } from '../../api/errors.ts'
import { getTokenBranch, requireAllProjects } from '../../api/token-rights.ts'
import { describeActor } from '../../api/viewer.ts'
import type { ChangeOrigin, LoggedChange } from '../../database/change-log.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { createGraphCache, type GraphCache } from '../../database/graph-cache.ts'
import { readProjectIdsByNode, type SqlClient } from '../../database/nodes.ts'
import { claimOperation, type OperationKey, storeOperationAnswer } from '../../database/operations.ts'
import { insertProjectRow, lockProjectRow, type ProjectRow } from '../../database/projects.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Audit } from '../../ports/log.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import type { AccessRule, SignedInViewer } from './policy.ts'
import {
  findProjectForViewer,
  findProjectWith,
  isStoredId,
  type ProjectWithAccess,
  requireProjectAccess,
} from './project-access.ts'
import { toJsonColumn } from './project-input.ts'
import {
  type FinishedWrite,
  listPeopleWithChangedAccess,
  openProjectWrite,
  type OpenProjectWrite,
  type ProjectWrite,
  toDefinitionColumns,
} from './project-write.ts'
import type { Quotas } from './quotas.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

export interface WritesOptions {
  readonly database: Database
  /** Notifies every server of a change once it is committed. */
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Audit
  /** Called inside the transaction with what was audited: what it stores exists only if the change does. */
  readonly storeAudited?: (tx: SqlClient, events: readonly Parameters<Audit>[0][]) => Promise<void>
  readonly now?: () => Date
  readonly graphs?: GraphCache
  /** Shared by all writers on this server. */
  readonly queue?: WriteQueue
  /** How long a write waits for its project before it is refused with "busy". */
  readonly waitMs?: number
  /** Without quotas nothing is limited. */
  readonly quotas?: Quotas
  /** Called inside the transaction for each changed project: what it stores exists only if the change does. */
  readonly onWritten?: (written: StoredWrite) => Promise<void>
}

/** A decided and stored change before its commit. */
export interface StoredWrite extends FinishedWrite {
  readonly tx: Transaction
  readonly before: ProjectRow
  readonly caller: Caller
  readonly at: Date
  /** Runs once the transaction has committed, such as a message to other servers. It must not throw. */
  afterCommit(action: () => void): void
}

/** The writer and the operation. */
export interface Caller {
  readonly viewer: SignedInViewer
  readonly clientId: string | null
  /** Null if repeated operations need not be recognized. */
  readonly operationId: string | null
  /** The mutation field of the operation. */
  readonly field: string
  /** A digest of the input: a repeat with other content is refused. If absent, the content is not compared. */
  readonly content?: string
}

/** A new project of the caller, shared with nobody unless stated otherwise. */
export interface NewProject {
  readonly id?: string
  readonly title: string
  readonly body: string
  readonly status: ProjectStatus
  readonly layout: Layout
  readonly json: unknown
  readonly generalAccess?: GeneralAccess
  readonly definitions?: Partial<ProjectDefinitions>
  readonly views?: readonly SavedView[]
  /** The project that this one is a copy of: its change log does not repeat the texts. */
  readonly copiedFrom?: string
}

export interface WriteTransaction {
  readonly tx: Transaction
  readonly at: Date
  /**
   * The project of a program with a token for one branch; null for all others. It is opened for whatever node the
   * program names, so that the time of an answer does not tell whether a node exists.
   */
  readonly branchProjectId: string | null
  /**
   * Locks the project until the end and checks the rule. Several projects must be opened in the order of their ids, to
   * avoid a deadlock.
   */
  open(projectId: string, rule: AccessRule): Promise<ProjectWrite>
  /** Checks another project that the change only refers to; it is not locked. */
  requireReadable(projectId: string, rule: AccessRule): Promise<ProjectWithAccess>
  create(project: NewProject): Promise<ProjectWrite>
  /** Stores the recorded changes and returns the resulting project; no more changes may be recorded for it. */
  finish(write: ProjectWrite): Promise<ProjectRow>
  /** Written only if the transaction commits. */
  audit: Audit
  /** Runs once the transaction has committed, such as a message to other servers. It must not throw. */
  afterCommit(action: () => void): void
  /** For changes of very many nodes, which need more time than a request's database timeout. */
  extendTimeout(): Promise<void>
}

/** The project of a write, or one of its nodes. Unknown if the project is just being created or there is none. */
export interface WriteTarget {
  readonly projectId?: string | null | undefined
  readonly nodeId?: string | undefined
}

/** The only path by which projects and nodes change: lock, authorize, decide, store, log, commit, then publish. */
export interface Writes {
  /**
   * Writes to the same project wait for each other before they need a database connection. With `reread` an answer with
   * long texts is stored by its id, and a repeated operation reads it again.
   */
  run<Answer>(
    caller: Caller,
    work: (work: WriteTransaction) => Promise<Answer>,
    target?: WriteTarget,
    reread?: RereadAnswer<Answer>,
  ): Promise<Answer>
}

/** Reads what an operation answered with, as the caller may see it now. */
export type RereadAnswer<Answer> = (work: WriteTransaction, caller: Caller, id: string) => Promise<Answer>

export function createWrites(options: WritesOptions): Writes {
  const { database, now = () => new Date() } = options
  const { waitMs = defaultWaitMs, queue = createWriteQueue() } = options
  const graphs = options.graphs ?? createGraphCache()
  const findTarget = createTargetFinder(database.pool)
  const runNow = async <Answer>(
    caller: Caller,
    work: (work: WriteTransaction) => Promise<Answer>,
    reread: RereadAnswer<Answer> | undefined,
    lockMs: number,
  ): Promise<Answer> => {
    const session = createWriteSession({ ...options, graphs }, caller, now())
    try {
      const answer = await database.transaction((tx) => runOperationOnce(tx, caller, session, { work, reread }), {
        lockMs,
      })
      session.committed()
      return answer
    } catch (error) {
      session.failed()
      throw error
    }
  }
  return {
    async run(caller, work, target = {}, reread = undefined) {
      const projectId = getTokenBranch(caller.viewer)?.projectId ?? (await findTarget(target))
      const request = { projectId, personId: caller.viewer.person.id, waitMs }
      return queue.run(request, (lockMs) => runNow(caller, work, reread, lockMs))
    },
  }
}

const defaultWaitMs = 2_000

const maxCachedNodes = 20_000

/** Finds the project of a target. A node never moves to another project, so recent results can be cached. */
function createTargetFinder(db: SqlClient): (target: WriteTarget) => Promise<string | null> {
  const known = new Map<string, string>()
  return async ({ projectId, nodeId }) => {
    if (projectId != null) return projectId.toLowerCase()
    if (nodeId === undefined || !isStoredId(nodeId)) return null
    const found = known.get(nodeId) ?? (await readProjectIdsByNode(db, [nodeId])).get(nodeId)
    if (found === undefined) return null
    if (known.size >= maxCachedNodes) known.clear()
    known.set(nodeId, found)
    return found
  }
}

type WriteSession = ReturnType<typeof createWriteSession>

interface OperationWork<Answer> {
  readonly work: (work: WriteTransaction) => Promise<Answer>
  readonly reread: RereadAnswer<Answer> | undefined
}

/** Every change of a title would otherwise store the whole description again for a day. */
const maxStoredAnswer = 10_000

const toStoredAnswer = (answer: unknown): unknown =>
  JSON.stringify(answer).length <= maxStoredAnswer ? answer : { rereadId: (answer as { readonly id: string }).id }

const getRereadId = (stored: unknown): string | undefined => (stored as { readonly rereadId?: string } | null)?.rereadId

async function runOperationOnce<Answer>(
  tx: Transaction,
  caller: Caller,
  session: WriteSession,
  { work, reread }: OperationWork<Answer>,
): Promise<Answer> {
  const key = toOperationKey(caller)
  const content = caller.content ?? null
  const known = key === null ? null : await claimOperation(tx.client, key, { now: session.at, content })
  if (known !== null) {
    if (content !== null && known.content !== null && content !== known.content) throw operationIdReusedError()
    const rereadId = getRereadId(known.answer)
    return rereadId === undefined || reread === undefined
      ? (known.answer as Answer)
      : reread(session.workIn(tx), caller, rereadId)
  }
  const answer = await work(session.workIn(tx))
  await session.finishAll(tx)
  const stored = reread === undefined ? answer : toStoredAnswer(answer)
  if (key !== null) await storeOperationAnswer(tx.client, key, stored)
  return answer
}

const operationIdReusedError = (): ApiError => new ApiError('CONFLICT', projectErrorTexts.operationIdUsed)

const toOperationKey = ({ viewer, clientId, operationId, field }: Caller): OperationKey | null =>
  operationId === null ? null : { caller: nameCaller(viewer), clientId: clientId ?? '', operationId, field }

/** A program must not get the stored answer to an operation of its person or of another program. */
const nameCaller = ({ person, token }: SignedInViewer): string =>
  token === undefined ? person.id : `${person.id} ${token.id}`

interface WriteSessionOptions extends WritesOptions {
  readonly graphs: GraphCache
}

const toNewProjectRow = (
  { id = randomUUID(), generalAccess = 'restricted', json, definitions = {}, views, ...project }: NewProject,
  origin: ChangeOrigin,
) => ({
  title: project.title,
  body: project.body,
  status: project.status,
  layout: project.layout,
  ...toDefinitionColumns(definitions),
  ...(views !== undefined && { views: JSON.stringify(views) }),
  id,
  owner: origin.actor,
  json: toJsonColumn(json),
  general_access: generalAccess,
  jira_sync: false,
  seq: 0,
  created_at: origin.at,
  updated_at: origin.at,
  deleted_at: null,
})

/** In a large project this process may compute for seconds, during which the transaction is idle. */
const largeProjectNodes = 20_000
const largeProjectTimeoutMs = 20_000
const extendedTimeoutMs = 120_000

const countLivingNodes = ({ todo_count: todo, progress_count: progress, done_count: done }: ProjectRow): number =>
  todo + progress + done

function publishChange(bus: Pick<Bus, 'publish'>, projectId: string, change: LoggedChange): void {
  const { seq } = change
  bus.publish({ kind: 'project-changed', projectId, seq })
  const userIds = listPeopleWithChangedAccess(change)
  // A person who is not in the project's room learns of their new access only by this.
  if (userIds.length > 0) bus.publish({ kind: 'access-changed', projectId, seq, userIds })
}

/** Manages one transaction's projects from the lock to the publication after the commit. */
function createWriteSession(options: WriteSessionOptions, caller: Caller, at: Date) {
  const { bus, audit, graphs, quotas, onWritten, storeAudited } = options
  const { viewer, clientId, operationId } = caller
  const origin: ChangeOrigin = { actor: viewer.person.id, clientId, operationId, at, token: viewer.token ?? null }
  const opened = new Map<ProjectWrite, OpenProjectWrite>()
  const finished = new Map<ProjectWrite, FinishedWrite>()
  const audited: Parameters<Audit>[0][] = []
  const actions: (() => void)[] = []
  const afterCommit = (action: () => void): void => void actions.push(action)
  const addOpened = (write: OpenProjectWrite): ProjectWrite => (opened.set(write, write), write)
  const finish = async (write: ProjectWrite): Promise<ProjectRow> => {
    const known = finished.get(write)
    if (known !== undefined) return known.project
    const done = await opened.get(write)?.finish()
    if (done === undefined) throw new Error('a project was finished that this transaction did not open')
    finished.set(write, done)
    if (done.changes.length > 0)
      await onWritten?.({ ...done, tx: write.tx, before: write.project, caller, at, afterCommit })
    return done.project
  }
  const createTransactionWork = (tx: Transaction): WriteTransaction => ({
    tx,
    at,
    branchProjectId: getTokenBranch(viewer)?.projectId ?? null,
    async open(projectId, rule) {
      const known = [...opened.values()].find(({ project }) => project.id === projectId)
      if (known !== undefined) return known
      const found = await findProjectWith(lockProjectRow, tx.client, viewer, projectId)
      const { project, role, personRole, branch } = requireProjectAccess(found, { viewer, rule, audit })
      if (countLivingNodes(project) > largeProjectNodes) await extendTransaction(tx.client, largeProjectTimeoutMs)
      return addOpened(openProjectWrite({ tx, project, role, personRole, branch, origin, graphs, quotas }))
    },
    requireReadable: async (projectId, rule) =>
      requireProjectAccess(await findProjectForViewer(tx.client, viewer, projectId), { viewer, rule, audit }),
    async create(wanted) {
      requireAllProjects(viewer)
      await quotas?.requireProjectAllowed(tx.client, origin.actor)
      const project = await insertProjectRow(tx.client, toNewProjectRow(wanted, origin))
      const { title, body, status, layout, json, copiedFrom } = wanted
      const isCopy = copiedFrom !== undefined
      const write = addOpened(openProjectWrite({ tx, project, role: 'owner', origin, graphs, quotas, isCopy }))
      const head = { owner: origin.actor, title, status, layout }
      if (isCopy) write.logChange('project-created', { project: head, copiedFrom })
      else write.logChange('project-created', { project: { ...head, body, json } })
      return write
    },
    finish,
    audit: (event) => void audited.push({ ...event, ...describeActor(viewer) }),
    afterCommit,
    extendTimeout: () => extendTransaction(tx.client, extendedTimeoutMs),
  })
  return {
    at,
    workIn: createTransactionWork,
    async finishAll(tx: Transaction) {
      for (const write of opened.keys()) await finish(write)
      if (audited.length > 0) await storeAudited?.(tx.client, audited)
    },
    committed() {
      for (const write of opened.values()) write.release('committed')
      for (const event of audited) audit(event)
      for (const { project, changes } of finished.values()) {
        for (const change of changes) publishChange(bus, project.id, change)
      }
      for (const action of actions) action()
    },
    failed() {
      for (const write of opened.values()) write.release('failed')
    },
  }
}
