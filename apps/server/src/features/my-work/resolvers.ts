import { isUuid, parseDay } from '@espalier/domain'
import { type QueryMyWorkArgs, typeDefs } from '@espalier/schema/server'
import type { GraphQLResolveInfo } from 'graphql'
import { getTokenProject } from '../../api/token-rights.ts'
import { type ApiSlice, type GraphqlContext, readSelectedFieldsBelow } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import { buildNodeJson } from '../../database/nodes.ts'
import { workErrorTexts } from '../../texts/work.ts'
import {
  type AccessRule,
  allowSignedIn,
  badInputError,
  findViewerBranch,
  hideOutside,
  hideProject,
  readListedProjects,
  requireAllowedPerson,
} from '../projects/index.ts'
import { type Goals, readGoals } from './goals.ts'
import { type AssignmentRow, readAssignments, readNodesOfProjects, type WorkPosition } from './store.ts'
import type { WorkFeed } from './work-feed.ts'

/** The policy of one's own work. Which projects it is read from is part of the query. */
const workPolicy = { 'work.read': allowSignedIn } as const satisfies Record<string, AccessRule>

interface MyWorkOptions {
  readonly database: Database
  readonly feed: Pick<WorkFeed, 'join'>
}

export const myWorkSlice = ({ database, feed }: MyWorkOptions): ApiSlice => ({
  name: 'my-work',
  typeDefs: typeDefs.myWork,
  resolvers: {
    Query: {
      myWork: (_parent, args, context, details) => readMyWork(database, args, context, details),
    },
    Subscription: {
      myWorkChanged: {
        subscribe: (_parent, _args, { viewer }) =>
          feed.join(requireAllowedPerson(viewer, workPolicy['work.read']).person.id),
      },
    },
  },
})

const mostItems = 500
/** The JSON of a node's short fields, and of its place in the list. */
const bytesPerItem = 2_000

async function readMyWork(
  { pool }: Database,
  args: QueryMyWorkArgs,
  { viewer, budget }: GraphqlContext,
  details: GraphQLResolveInfo,
) {
  const userId = requireAllowedPerson(viewer, workPolicy['work.read']).person.id
  const first = readCount(args.first ?? 100)
  requireTimeZone(args.timeZone ?? 'UTC')
  const after = args.after == null ? null : readCursor(args.after)
  const only = getTokenProject(viewer)
  const branch = await findViewerBranch(pool, viewer)
  const nodeIds = branch?.livingIds ?? null
  const request = { userId, isReadyOnly: args.ready ?? false, after, most: first + 1, only, nodeIds }
  const found = await readAssignments(pool, request)
  const page = found.slice(0, first)
  const bytes = page.reduce((sum, row) => sum + row.bytes, 0)
  await budget.reserve({ rows: page.length, bytes: 2 * bytes + page.length * bytesPerItem })

  const ids = page.map(({ nodeId }) => nodeId)
  const linked = branch === null ? [] : ['parentIds', 'blockedByIds']
  const json = buildNodeJson(new Set(['id', ...linked, ...readSelectedFieldsBelow(details, 'items', 'node').keys()]))
  const projectIds = [...new Set(page.map(({ projectId }) => projectId))]
  const fields = readSelectedFieldsBelow(details, 'items', 'project')
  const hasGoals = readSelectedFieldsBelow(details, 'items').has('goals')
  // They depend on the page only, not on each other.
  const [nodes, listed, goals] = await Promise.all([
    readNodesOfProjects(pool, ids, json),
    readListedProjects(pool, projectIds, { userId, fields, budget }),
    hasGoals ? readGoals(pool, ids, branch) : new Map<string, Goals>(),
  ])
  const projects = new Map(listed.map((project) => [project.id, project]))
  const items = page.flatMap(({ nodeId, projectId, state }) => {
    const [node, project] = [nodes.get(nodeId), projects.get(projectId)]
    // A node or the access to it may have gone since the page was read.
    if (node === undefined || project === undefined) return []
    const shown = { node: hideOutside(branch, node), project: hideProject(branch, project) }
    return [{ ...shown, goals: goals.get(nodeId) ?? [], state }]
  })
  const last = found.length > first ? page.at(-1) : undefined
  return { items, next: last === undefined ? null : writeCursor(last) }
}

function readCount(first: number): number {
  if (first < 1 || first > mostItems) throw badInputError(workErrorTexts.badCount(mostItems), 'first')
  return first
}

/** Dates have no time zone, so that the order does not depend on it; a wrong name is an error of the caller all the same. */
function requireTimeZone(timeZone: string): void {
  // It is the default, and a check takes a third of a millisecond.
  if (timeZone === 'UTC') return
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format(0)
  } catch {
    throw badInputError(workErrorTexts.badTimeZone, 'timeZone')
  }
}

const writeCursor = ({ dueDate, urgency, projectId, nodeId }: AssignmentRow): string =>
  Buffer.from([dueDate, urgency, projectId, nodeId].join(' ')).toString('base64url')

const cursorPattern = /^(\d{4}-\d\d-\d\d|infinity) ([0-4]) ([0-9a-f-]{36}) ([0-9a-f-]{36})$/u

function readCursor(after: string): WorkPosition {
  const text = after.length > 200 ? '' : Buffer.from(after, 'base64url').toString('utf8')
  const [, dueDate, urgency, projectId, nodeId] = cursorPattern.exec(text) ?? []
  if (dueDate === undefined || projectId === undefined || nodeId === undefined) throw badCursorError()
  if (!isUuid(projectId) || !isUuid(nodeId)) throw badCursorError()
  if (dueDate !== 'infinity' && parseDay(dueDate) === undefined) throw badCursorError()
  return { dueDate, urgency: Number(urgency), projectId, nodeId }
}

const badCursorError = () => badInputError(workErrorTexts.badCursor, 'after')
