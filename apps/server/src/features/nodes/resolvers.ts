import { canSeePeople } from '@espalier/domain'
import { type QueryNodesArgs, typeDefs } from '@espalier/schema/server'
import { answerTooLargeError, type RequestBudget } from '../../api/request-budget.ts'
import {
  type JsonText,
  type PlainField,
  readSelectedFields,
  readSelectedFieldsBelow,
  type SelectedFields,
  type ApiSlice,
} from '../../api/slice.ts'
import { getTokenBranch } from '../../api/token-rights.ts'
import type { Viewer } from '../../api/viewer.ts'
import { hasBranchChanged } from '../../database/branches.ts'
import { readChangedNodeIds, readLogStart } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import {
  buildNodeJson,
  noOverrides,
  type NodeView,
  readNodes,
  readNodesAsJson,
  readNodesAsJsonPieces,
  readNodesById,
  type SqlByField,
  type SqlClient,
} from '../../database/nodes.ts'
import { readHiddenPeopleSql } from '../../database/node-people.ts'
import type { Audit, Log } from '../../ports/log.ts'
import {
  findProjectForViewer,
  hideOutside,
  isInBranch,
  type ProjectWithAccess,
  readCaller,
  recordFirstOpening,
  requireProjectAccess,
  type Writes,
} from '../projects/index.ts'
import { claimNode, releaseNode } from './claim-node.ts'
import { createNode } from './create-node.ts'
import { buildNodeColumns, reserveNodeBudget } from './node-selection.ts'
import { nodePolicy } from './policy.ts'
import { readSchedule } from './read-schedule.ts'
import { deleteNode, deleteNodeWithChildren, updateNode, updateNodeBatch } from './update-nodes.ts'

interface NodesOptions extends NodesReaderOptions {
  readonly writes: Writes
}

export const nodesSlice = (options: NodesOptions): ApiSlice => ({
  name: 'nodes',
  typeDefs: typeDefs.nodes,
  written: {
    nodes: (fields, { projectId, includeDeleted }: QueryNodesArgs, context) =>
      readProjectNodesAsText(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields }),
  },
  resolvers: {
    Query: {
      nodes: (_parent, { projectId, includeDeleted }, context, details) => {
        const fields = readSelectedFields(details)
        return readProjectNodes(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields })
      },
      changes: (_parent, args, context, details) =>
        readChangesAfter(options, context, { ...args, fields: readSelectedFieldsBelow(details, 'nodes') }),
      schedule: (_parent, { projectId }, { viewer, budget }, details) =>
        readSchedule(options, { viewer, budget, projectId, fields: readSelectedFieldsBelow(details, 'nodes') }),
    },
    Mutation: {
      createNode: (_parent, { data }, context, field) => createNode(options.writes, readCaller(context, field), data),
      updateNode: (_parent, args, context, field) => updateNode(options.writes, readCaller(context, field), args),
      updateNodeBatch: (_parent, args, context, field) =>
        updateNodeBatch(options.writes, readCaller(context, field), args),
      deleteNode: (_parent, { id }, context, field) => deleteNode(options.writes, readCaller(context, field), id),
      deleteNodeWithChildren: (_parent, { id }, context, field) =>
        deleteNodeWithChildren(options.writes, readCaller(context, field), id),
      claimNode: (_parent, { id }, context, field) => claimNode(options.writes, readCaller(context, field), id),
      releaseNode: (_parent, { id }, context, field) => releaseNode(options.writes, readCaller(context, field), id),
    },
  },
})

interface NodesReaderOptions {
  readonly database: Database
  readonly audit: Audit
}

interface ChangesSince {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly NodeView[]
}

interface NodesReadContext {
  readonly viewer: Viewer
  readonly budget: RequestBudget
  readonly log: Log
}

interface NodeListRequest {
  readonly projectId: string
  readonly includeDeleted: boolean
}

async function readProjectNodes(
  { database, audit }: NodesReaderOptions,
  { viewer, budget, log }: NodesReadContext,
  { projectId, includeDeleted, fields }: NodeListRequest & { readonly fields: SelectedFields },
): Promise<NodeView[]> {
  const found = await findProjectForViewer(database.pool, viewer, projectId)
  const access = requireProjectAccess(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordFirstOpening(database.pool, access, viewer, log)
  const { project, branch } = access
  const ids = branch === null ? null : [...(includeDeleted ? branch.ids : branch.livingIds)]
  await reserveNodeBudget(database.pool, project, { fields, includeDeleted, ids, by: 'engine' }, budget)
  const json = selectNodeJson(fields, await chooseSql(database.pool, access))
  if (ids === null) return readNodes(database.pool, project.id, includeDeleted, json)
  return readBranchNodes(database.pool, access, ids, fields)
}

/** A list of other nodes is read as a whole, because those outside of the branch are left out of it. */
async function readBranchNodes(
  db: SqlClient,
  access: ProjectWithAccess,
  ids: readonly string[],
  fields: SelectedFields,
): Promise<NodeView[]> {
  const names = new Set(['id', 'parentIds', 'blockedByIds', ...fields.keys()])
  const json = buildNodeJson(names, await chooseSql(db, access))
  return (await readNodesById(db, access.project.id, ids, json)).map((node) => hideOutside(access.branch, node))
}

/** Reads only the selected fields and always the id, because an object without fields would be empty. */
const selectNodeJson = (fields: SelectedFields, overrides: SqlByField): string =>
  buildNodeJson(new Set(['id', ...fields.keys()]), overrides)

/** People who are not named in the project do not see who is on its nodes. */
const chooseSql = async (db: SqlClient, { project, role }: ProjectWithAccess): Promise<SqlByField> =>
  canSeePeople(role) ? noOverrides : readHiddenPeopleSql(db, project.id)

/** From this size on, a list is written in pieces. */
const chunkedFromBytes = 4_000_000

/** Returns the same result as text, for a selection that the database can write by itself. */
async function readProjectNodesAsText(
  { database: { pool }, audit }: NodesReaderOptions,
  { viewer, budget, log }: NodesReadContext,
  { projectId, includeDeleted, fields: requestedFields }: NodeListRequest & { readonly fields: readonly PlainField[] },
): Promise<JsonText | null> {
  if (buildNodeColumns(requestedFields) === null || getTokenBranch(viewer) !== null) return null
  const found = await findProjectForViewer(pool, viewer, projectId)
  const access = requireProjectAccess(found, { viewer, rule: nodePolicy['nodes.read'], audit })
  await recordFirstOpening(pool, access, viewer, log)
  const { project } = access
  const columns = buildNodeColumns(requestedFields, await chooseSql(pool, access)) ?? ''
  const fields = new Map(requestedFields.map(({ name }) => [name, 1]))
  const mostBytes = budget.bytesLeft
  const bytes = await reserveNodeBudget(pool, project, { fields, includeDeleted, ids: null, by: 'database' }, budget)
  if (bytes < chunkedFromBytes) return readNodesAsJson(pool, project.id, includeDeleted, columns)
  // Escaping may make a text longer than measured: only the database knows before it is sent.
  const pieces = await readNodesAsJsonPieces(pool, project.id, { includeDeleted, columns, mostBytes })
  if (pieces === null) throw answerTooLargeError()
  return pieces
}

// With more changes than this, reading the whole list is cheaper.
const maxChangedNodes = 20_000

/** The seq is read before the nodes: a node that changes in between is then sent twice and never missed. */
async function readChangesAfter(
  { database, audit }: NodesReaderOptions,
  { viewer, budget }: NodesReadContext,
  { projectId, after, fields }: { readonly projectId: string; readonly after: number; readonly fields: SelectedFields },
): Promise<ChangesSince> {
  const found = await findProjectForViewer(database.pool, viewer, projectId)
  const access = requireProjectAccess(found, { viewer, rule: nodePolicy['changes.read'], audit })
  const { project, branch } = access
  const { seq } = project
  if (after === seq) return { seq, complete: true, nodes: [] }
  // A seq that this project has not reached comes from another state of the project, such as before a restore.
  if (after > seq || after < 0) return { seq, complete: false, nodes: [] }
  const changed = await readChangedNodeIds(database.pool, project.id, after, maxChangedNodes)
  const ids = changed?.filter((id) => isInBranch(branch, id)) ?? null
  // Read last: a log that is trimmed while it is read would seem to contain fewer changes than there were.
  const isWhole = ids !== null && after >= (await readLogStart(database.pool, project.id))
  if (!isWhole) return { seq, complete: false, nodes: [] }
  if (branch !== null && (await hasBranchChanged(database.pool, project.id, { after, now: branch })))
    return { seq, complete: false, nodes: [] }
  await reserveNodeBudget(database.pool, project, { fields, includeDeleted: true, ids, by: 'engine' }, budget)
  if (branch !== null) return { seq, complete: true, nodes: await readBranchNodes(database.pool, access, ids, fields) }
  const json = selectNodeJson(fields, await chooseSql(database.pool, access))
  return { seq, complete: true, nodes: await readNodesById(database.pool, project.id, ids, json) }
}
