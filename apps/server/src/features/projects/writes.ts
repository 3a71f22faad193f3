import { randomUUID } from 'node:crypto'

import type { GeneralAccess, Layout, ProjectStatus } from '@espalier/domain'

import type { ChangeOrigin } from '../../database/change-log.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { createGraphs, type Graphs } from '../../database/graphs.ts'
import { answerOperation, claimOperation, type OperationKey } from '../../database/operations.ts'
import { insertProject, lockProject, type ProjectRow } from '../../database/projects.ts'
import type { Announcements } from '../../ports/announcements.ts'
import type { Audit } from '../../ports/audit.ts'
import { ApiError } from '../../transport/api-error.ts'
import type { Rule, SignedInViewer } from './policy.ts'
import { jsonColumn } from './project-input.ts'
import { type FinishedWrite, openWrite, type OpenWrite, type ProjectWrite } from './project-write.ts'
import { findProject, requireAllowed, type SeenProject } from './standing.ts'

export interface WritesOptions {
  readonly database: Database
  readonly announcements: Announcements
  readonly audit: Audit
  readonly now?: () => Date
  readonly graphs?: Graphs
  /** Called inside the transaction, for each project that it changed: what it stores exists only if the change does. */
  readonly onWritten?: (written: Written) => Promise<void>
}

/** A change as it was decided and stored, before it is committed. */
export interface Written extends FinishedWrite {
  readonly tx: Transaction
  readonly before: ProjectRow
  readonly caller: Caller
  readonly at: Date
}

/** Who writes, and by which operation. */
export interface Caller {
  readonly viewer: SignedInViewer
  readonly clientId: string | null
  /** Null: the caller does not ask for a repeat to be recognised. */
  readonly operationId: string | null
  /** Which field of the operation. */
  readonly field: string
  /** A digest of what is asked for: a repeat with other content is refused. Left out: it is not compared. */
  readonly content?: string
}

/** A project of the caller's own, shared with nobody unless said otherwise. */
export interface NewProject {
  readonly id?: string
  readonly title: string
  readonly body: string
  readonly status: ProjectStatus
  readonly layout: Layout
  readonly json: unknown
  readonly generalAccess?: GeneralAccess
}

export interface Work {
  readonly tx: Transaction
  readonly at: Date
  /** Locks the project until the end and asks the rule. Several are opened in the order of their ids, or two may wait for each other. */
  open(projectId: string, rule: Rule): Promise<ProjectWrite>
  /** Another project that the change only refers to: it is not locked. */
  see(projectId: string, rule: Rule): Promise<SeenProject>
  create(project: NewProject): Promise<ProjectWrite>
  /** Stores what was noted so far and tells the project as it then is; nothing may be noted for it afterwards. */
  finish(write: ProjectWrite): Promise<ProjectRow>
  /** Told only if the transaction commits. */
  audit: Audit
}

/** The one way in which projects and nodes change: lock, authorise, decide, store, log, commit, and only then tell. */
export interface Writes {
  run<Answer>(caller: Caller, work: (work: Work) => Promise<Answer>): Promise<Answer>
}

export function createWrites(options: WritesOptions): Writes {
  const { database, now = () => new Date() } = options
  const graphs = options.graphs ?? createGraphs()
  return {
    async run(caller, work) {
      const session = createSession({ ...options, graphs }, caller, now())
      try {
        const answer = await database.transaction((tx) => runOnce(tx, caller, session, work))
        session.committed()
        return answer
      } catch (error) {
        session.failed()
        throw error
      }
    },
  }
}

type Session = ReturnType<typeof createSession>

async function runOnce<Answer>(
  tx: Transaction,
  caller: Caller,
  session: Session,
  work: (work: Work) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(caller)
  const content = caller.content ?? null
  const known = key === null ? null : await claimOperation(tx.client, key, { now: session.at, content })
  if (known !== null) {
    if (content !== null && known.content !== null && content !== known.content) throw operationIdReused()
    return known.answer as Answer
  }
  const answer = await work(session.workIn(tx))
  await session.finishAll()
  if (key !== null) await answerOperation(tx.client, key, answer)
  return answer
}

const operationIdReused = (): ApiError =>
  new ApiError('CONFLICT', 'This operation id was used for another change. Send the change with a new id.')

const keyOf = ({ viewer, clientId, operationId, field }: Caller): OperationKey | null =>
  operationId === null ? null : { caller: viewer.person.id, clientId: clientId ?? '', operationId, field }

interface SessionParts extends WritesOptions {
  readonly graphs: Graphs
}

const rowOf = (
  { id = randomUUID(), generalAccess = 'restricted', json, ...values }: NewProject,
  origin: ChangeOrigin,
) => ({
  ...values,
  id,
  owner: origin.actor,
  json: jsonColumn(json),
  general_access: generalAccess,
  jira_sync: false,
  seq: 0,
  created_at: origin.at,
  updated_at: origin.at,
  deleted_at: null,
})

/** One transaction's projects, from the lock to what is told after the commit. */
function createSession({ announcements, audit, graphs, onWritten }: SessionParts, caller: Caller, at: Date) {
  const { viewer, clientId, operationId } = caller
  const origin: ChangeOrigin = { actor: viewer.person.id, clientId, operationId, at }
  const opened = new Map<ProjectWrite, OpenWrite>()
  const finished = new Map<ProjectWrite, FinishedWrite>()
  const audited: Parameters<Audit>[0][] = []
  const keep = (write: OpenWrite): ProjectWrite => (opened.set(write, write), write)
  const finish = async (write: ProjectWrite): Promise<ProjectRow> => {
    const known = finished.get(write)
    if (known !== undefined) return known.project
    const done = await opened.get(write)?.finish()
    if (done === undefined) throw new Error('a project was finished that this transaction did not open')
    finished.set(write, done)
    if (done.changes.length > 0) await onWritten?.({ ...done, tx: write.tx, before: write.project, caller, at })
    return done.project
  }
  const workIn = (tx: Transaction): Work => ({
    tx,
    at,
    async open(projectId, rule) {
      const known = [...opened.values()].find(({ project }) => project.id === projectId)
      if (known !== undefined) return known
      const found = await findProject(tx.client, viewer, projectId, lockProject)
      const { project, role } = requireAllowed(found, { viewer, rule, audit })
      return keep(openWrite({ tx, project, role, origin, graphs }))
    },
    see: async (projectId, rule) =>
      requireAllowed(await findProject(tx.client, viewer, projectId), { viewer, rule, audit }),
    async create(wanted) {
      const project = await insertProject(tx.db, rowOf(wanted, origin))
      const write = keep(openWrite({ tx, project, role: 'owner', origin, graphs }))
      const { title, body, status, layout, json } = wanted
      write.note('project-created', { project: { owner: origin.actor, title, body, status, layout, json } })
      return write
    },
    finish,
    audit: (event) => void audited.push(event),
  })
  return {
    at,
    workIn,
    async finishAll() {
      for (const write of opened.keys()) await finish(write)
    },
    committed() {
      for (const write of opened.values()) write.release('committed')
      for (const event of audited) audit(event)
      for (const { project, changes } of finished.values()) {
        for (const { seq, kind, payload } of changes) {
          const nodeIds = (payload.nodes ?? []).map(({ id }) => id)
          announcements.announce({ projectId: project.id, seq, kind, nodeIds, clientId })
        }
      }
    },
    failed() {
      for (const write of opened.values()) write.release('failed')
    },
  }
}
