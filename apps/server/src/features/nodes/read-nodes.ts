import { changedNodeIds, logFrom } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import { isNodeField, nodeJsonWith, type NodeView } from '../../database/node-record.ts'
import { readNodes, readNodesById, writeNodes, writeNodesInPieces } from '../../database/read-nodes.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Log } from '../../ports/log.ts'
import { tooLarge, type RequestBudget } from '../../transport/budget/request-budget.ts'
import type { AskedFields } from '../../transport/graphql/selection.ts'
import type { PlainField, WrittenText } from '../../transport/graphql/slice.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { findProject, recordOpening, requireAllowed } from '../projects/index.ts'
import { nodeColumns } from './node-columns.ts'
import { nodePolicy } from './policy.ts'
import { reserveNodes } from './reserve-nodes.ts'

export interface Reading {
  readonly database: Database
  readonly audit: Audit
}

export interface Changes {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly NodeView[]
}

interface Asker {
  readonly viewer: Viewer
  readonly budget: RequestBudget
  readonly log: Log
}

export interface WantedList {
  readonly projectId: string
  readonly includeDeleted: boolean
}

export async function nodesOf(
  { database, audit }: Reading,
  { viewer, budget, log }: Asker,
  { projectId, includeDeleted, fields }: WantedList & { readonly fields: AskedFields },
): Promise<NodeView[]> {
  const found = await findProject(database.pool, viewer, projectId)
  const seen = requireAllowed(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordOpening(database.pool, seen, viewer, log)
  const { project } = seen
  await reserveNodes(database.pool, project, { fields, includeDeleted, ids: null, by: 'engine' }, budget)
  return readNodes(database.pool, project.id, includeDeleted, jsonOf(fields))
}

/** Only what is asked for is read: the id is always among it, so that an object of no fields is none. */
const jsonOf = (fields: AskedFields): string => nodeJsonWith([...new Set(['id', ...fields.keys()])].filter(isNodeField))

/** From this size on, a list is written in pieces. */
const piecesFromBytes = 4_000_000

/** The same answer as text, for a selection that the database can write by itself. */
export async function nodesAsText(
  { database: { pool }, audit }: Reading,
  { viewer, budget, log }: Asker,
  { projectId, includeDeleted, fields: asked }: WantedList & { readonly fields: readonly PlainField[] },
): Promise<WrittenText | null> {
  const columns = nodeColumns(asked)
  if (columns === null) return null
  const found = await findProject(pool, viewer, projectId)
  const seen = requireAllowed(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordOpening(pool, seen, viewer, log)
  const { project } = seen
  const fields = new Map(asked.map(({ name }) => [name, 1]))
  const mostBytes = budget.bytesLeft
  const bytes = await reserveNodes(pool, project, { fields, includeDeleted, ids: null, by: 'database' }, budget)
  if (bytes < piecesFromBytes) return writeNodes(pool, project.id, includeDeleted, columns)
  // Escaped, a text may be longer than it was measured: only the database knows before it is sent.
  const pieces = await writeNodesInPieces(pool, project.id, { includeDeleted, columns, mostBytes })
  if (pieces === null) throw tooLarge()
  return pieces
}

// Where more has changed than this, the whole list is read with less effort.
const mostChangedNodes = 20_000

/** The seq is read before the nodes: one that changes in between is then sent twice, and never missed. */
export async function changesAfter(
  { database, audit }: Reading,
  { viewer, budget }: Asker,
  { projectId, after, fields }: { readonly projectId: string; readonly after: number; readonly fields: AskedFields },
): Promise<Changes> {
  const found = await findProject(database.pool, viewer, projectId)
  const { project } = requireAllowed(found, { viewer, rule: nodePolicy['changes.read'], audit })
  const { seq } = project
  if (after === seq) return { seq, complete: true, nodes: [] }
  // Of a future that this project has not had, nothing can be told: the client knew another one.
  if (after > seq || after < 0) return { seq, complete: false, nodes: [] }
  const ids = await changedNodeIds(database.pool, project.id, after, mostChangedNodes)
  // Asked last: a log that is trimmed while it is read would seem to hold fewer changes than there were.
  const isWhole = ids !== null && after >= (await logFrom(database.pool, project.id))
  if (!isWhole) return { seq, complete: false, nodes: [] }
  await reserveNodes(database.pool, project, { fields, includeDeleted: true, ids, by: 'engine' }, budget)
  return { seq, complete: true, nodes: await readNodesById(database.pool, project.id, ids, jsonOf(fields)) }
}
