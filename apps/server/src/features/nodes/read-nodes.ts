import { changedNodeIds, logFrom } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import type { NodeView } from '../../database/node-record.ts'
import { readNodes, readNodesById, writeNodes } from '../../database/read-nodes.ts'
import type { Audit } from '../../ports/audit.ts'
import type { GraphContext, PlainField } from '../../transport/graphql/slice.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { findProject, recordOpening, requireAllowed } from '../projects/index.ts'
import { nodeColumns } from './node-columns.ts'
import { nodePolicy } from './policy.ts'

export interface Reading {
  readonly database: Database
  readonly audit: Audit
}

export interface Changes {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly NodeView[]
}

export async function nodesOf(
  { database, audit }: Reading,
  { viewer, log }: GraphContext,
  { projectId, includeDeleted }: { readonly projectId: string; readonly includeDeleted: boolean },
): Promise<NodeView[]> {
  const found = await findProject(database.pool, viewer, projectId)
  const seen = requireAllowed(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordOpening(database.pool, seen, viewer, log)
  return readNodes(database.pool, seen.project.id, includeDeleted)
}

/** The same answer as text, for a selection that the database can write by itself. */
export async function nodesAsText(
  { database, audit }: Reading,
  { viewer, log }: GraphContext,
  wanted: { readonly projectId: string; readonly includeDeleted: boolean; readonly fields: readonly PlainField[] },
): Promise<string | null> {
  const columns = nodeColumns(wanted.fields)
  if (columns === null) return null
  const found = await findProject(database.pool, viewer, wanted.projectId)
  const seen = requireAllowed(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordOpening(database.pool, seen, viewer, log)
  return writeNodes(database.pool, seen.project.id, wanted.includeDeleted, columns)
}

// Where more has changed than this, the whole list is read with less effort.
const mostChangedNodes = 20_000

/** The seq is read before the nodes: one that changes in between is then sent twice, and never missed. */
export async function changesAfter(
  { database, audit }: Reading,
  viewer: Viewer,
  { projectId, after }: { readonly projectId: string; readonly after: number },
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
  return { seq, complete: true, nodes: await readNodesById(database.pool, project.id, ids) }
}
