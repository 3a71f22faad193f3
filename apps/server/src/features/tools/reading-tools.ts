import { toPlainText } from '@espalier/domain'
import type { TypedDocument } from '@espalier/schema'
import {
  toolChangesQuery,
  toolProjectQuery,
  toolProjectsQuery,
  toolReadyNodesQuery,
  toolScheduleQuery,
  toolSearchQuery,
} from '@espalier/schema/documents/tools'
import { ApiError } from '../../api/errors.ts'
import { getTokenProject } from '../../api/token-rights.ts'
import type { Tool, ToolCall } from '../../api/tool.ts'
import type { Database } from '../../database/database.ts'
import { toolTexts } from '../../texts/tools.ts'
import { readGoals } from '../my-work/index.ts'
import { findViewerBranch } from '../projects/index.ts'
import { type OutlineNode, placeOutline, writeOutline } from './outline.ts'
import { createIdShortener, findNodeId } from './short-ids.ts'

const { arguments: words } = toolTexts
const projectId = { type: 'string', description: words.projectId } as const

/** As many nodes as one answer lists. */
const mostNodes = 2_000
const mostReady = 50
const moreFields = ['body', 'startDate', 'dueDate', 'estimate', 'priority', 'assigneeIds', 'blockedByIds'] as const

/** The tools that change nothing. */
export const createReadingTools = (database: Database): readonly Tool[] => [
  {
    name: 'list_projects',
    description: toolTexts.listProjects,
    role: 'reader',
    input: { type: 'object', properties: {} },
    run: async (_args, call) => ({ projects: (await readProjects(call)).map(toListedProject) }),
  },
  {
    name: 'read_branch',
    description: toolTexts.readBranch,
    role: 'reader',
    input: {
      type: 'object',
      properties: {
        projectId,
        nodeId: { type: 'string', description: words.branchId },
        depth: { type: 'integer', description: words.depth, minimum: 0, maximum: 100 },
        fields: { type: 'array', description: words.fields, items: { type: 'string', enum: moreFields }, maxItems: 7 },
      },
      required: ['projectId'],
    },
    run: (args, call) => readBranch(database, call, args as unknown as BranchArguments),
  },
  {
    name: 'search',
    description: toolTexts.search,
    role: 'reader',
    input: {
      type: 'object',
      properties: {
        text: { type: 'string', description: words.text },
        first: { type: 'integer', description: words.first, minimum: 1, maximum: 100 },
      },
      required: ['text'],
    },
    run: (args, call) => search(database, call, args as unknown as SearchArguments),
  },
  {
    name: 'ready_nodes',
    description: toolTexts.readyNodes,
    role: 'reader',
    input: { type: 'object', properties: { projectId }, required: ['projectId'] },
    run: (args, call) => readReadyNodes(database, call, String(args['projectId'])),
  },
  {
    name: 'read_changes',
    description: toolTexts.readChanges,
    role: 'reader',
    input: {
      type: 'object',
      properties: {
        projectId,
        after: { type: 'integer', description: words.after, minimum: 0, maximum: 2 ** 31 - 1 },
      },
      required: ['projectId', 'after'],
    },
    run: (args, call) => readChanges(database, call, args as unknown as ChangesArguments),
  },
]

/** The list of a person has neither archived projects nor those of a link: a token for one project names its own. */
async function readProjects(call: ToolCall) {
  const only = getTokenProject(call.viewer)
  if (only === null) return (await call.query(toolProjectsQuery, {})).projects
  const { project } = await call.query(toolProjectQuery, { id: only })
  return project === null ? [] : [project]
}

const toListedProject = ({ id, title, completionStatus }: { id: string; title: string; completionStatus: string }) => ({
  id,
  title,
  status: completionStatus,
})

interface BranchArguments {
  readonly projectId: string
  readonly nodeId?: string
  readonly depth?: number
  readonly fields?: readonly string[]
}

/** The fields come from a fixed list. */
const createBranchQuery = (
  fields: readonly string[],
): TypedDocument<{ readonly nodes: readonly OutlineNode[] }, { readonly projectId: string }> => ({
  name: 'ToolBranch',
  text: `query ToolBranch($projectId:ID!){nodes(projectId:$projectId){id title status parentIds position ${fields.join(' ')}}}`,
})

const seqQuery: TypedDocument<{ readonly project: { readonly seq: number } }, { readonly id: string }> = {
  name: 'ToolSeq',
  text: 'query ToolSeq($id:ID!){project(id:$id){seq}}',
}

async function readBranch(database: Database, call: ToolCall, args: BranchArguments): Promise<object> {
  const fields = [...new Set(args.fields ?? [])]
  const topId = args.nodeId === undefined ? null : await findNodeId(database, call, args.nodeId)
  // Read before the nodes: a node that changes in between is then read twice and never missed.
  const { project } = await call.query(seqQuery, { id: args.projectId })
  const { nodes } = await call.query(createBranchQuery(fields), { projectId: args.projectId })
  if (topId !== null && nodes.every(({ id }) => id !== topId))
    throw new ApiError('NOT_FOUND', toolTexts.errors.notInProject)
  const placed = placeOutline(nodes, { topId, depth: args.depth ?? null, most: mostNodes })
  const blockers = fields.includes('blockedByIds')
    ? placed.flatMap(({ node }) => (node['blockedByIds'] ?? []) as readonly string[])
    : []
  const shorten = await createIdShortener(database, [...placed.map(({ node }) => node.id), ...blockers])
  const paths = await readPathsToBranch(database, call)
  return { seq: project.seq, ...(paths.length > 0 && { paths }), ...writeOutline(placed, fields, shorten) }
}

/** The titles above the branch that the token is for, from the top of the project down, for each way that leads there. */
async function readPathsToBranch({ pool }: Database, { viewer }: ToolCall): Promise<readonly (readonly string[])[]> {
  const branch = await findViewerBranch(pool, viewer)
  if (branch === null) return []
  const goals = (await readGoals(pool, [branch.rootId], branch)).get(branch.rootId) ?? []
  return goals.map((titles) => titles.slice(0, -1)).filter((titles) => titles.length > 0)
}

interface SearchArguments {
  readonly text: string
  readonly first?: number
}

async function search(database: Database, call: ToolCall, { text, first = 20 }: SearchArguments): Promise<object> {
  const { search: hits } = await call.query(toolSearchQuery, { text, first })
  const shorten = await createIdShortener(
    database,
    hits.flatMap(({ node }) => node?.id ?? []),
  )
  return {
    nodes: hits.flatMap(({ node, project, excerpt }) => {
      if (node === null) return []
      const title = toPlainText(node.title)
      const { status } = node
      return [{ id: shorten(node.id), title, status, projectId: project.id, ...(excerpt !== title && { excerpt }) }]
    }),
    projects: hits.flatMap(({ node, project: { id, title } }) => (node === null ? [{ id, title }] : [])),
  }
}

const priorities = ['urgent', 'high', 'medium', 'low', 'none']

async function readReadyNodes(database: Database, call: ToolCall, wantedId: string): Promise<object> {
  const { schedule } = await call.query(toolScheduleQuery, { projectId: wantedId })
  const { nodes } = await call.query(toolReadyNodesQuery, { projectId: wantedId })
  const scheduled = new Map(schedule.nodes.map((node) => [node.id, node]))
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const ready = nodes
    .filter(({ id, status }) => status === 'todo' && scheduled.get(id)?.state === 'ready')
    .sort(
      (one, other) =>
        priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
        (one.dueDate ?? 'none').localeCompare(other.dueDate ?? 'none'),
    )
  const shown = ready.slice(0, mostReady)
  const shorten = await createIdShortener(
    database,
    shown.map(({ id }) => id),
  )
  const listed = shown.map(({ id, title, priority, dueDate, estimate, parentIds: [parentId] }) => ({
    id: shorten(id),
    title: toPlainText(title),
    ...(parentId !== undefined && { parent: toPlainText(titles.get(parentId) ?? '') }),
    ...(priority !== 'none' && { priority }),
    ...(dueDate !== null && { dueDate }),
    ...(estimate !== null && { estimate }),
    ...(scheduled.get(id)?.isCritical === true && { isCritical: true }),
  }))
  return { nodes: listed, ...(ready.length > shown.length && { more: ready.length - shown.length }) }
}

interface ChangesArguments {
  readonly projectId: string
  readonly after: number
}

async function readChanges(database: Database, call: ToolCall, args: ChangesArguments): Promise<object> {
  const { changes } = await call.query(toolChangesQuery, args)
  const { seq, complete, nodes } = changes
  if (nodes.length > mostNodes) return { seq, complete: false, changes: [] }
  const shorten = await createIdShortener(
    database,
    nodes.map(({ id }) => id),
  )
  return {
    seq,
    complete,
    changes: nodes.map(({ id, title, status, isDeleted }) => ({
      id: shorten(id),
      title: toPlainText(title),
      status,
      ...(isDeleted && { isDeleted }),
    })),
  }
}
