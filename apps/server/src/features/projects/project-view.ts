import {
  findRole,
  getCompletionStatus,
  isProjectListed,
  maskSharing,
  type NodeStatus,
  type ProjectFilter,
  type ProjectStatus,
  type Role,
  type SavedView,
  type Sharing,
} from '@espalier/domain'
import type { ProjectValue } from '@espalier/schema/server'
import type { RequestBudget } from '../../api/request-budget.ts'
import type { SelectedFields } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'
import {
  type ListedProjectRow,
  type ProjectHead,
  type ProjectMembers,
  type ProjectRow,
  type ProjectTextColumns,
  readProjectMembers,
  readProjectTexts,
  readUserProjects,
  readUserProjectsById,
} from '../../database/projects.ts'
import { toJiraFields } from './jira-fields.ts'

/**
 * A project as the API returns it to one caller. Plain JSON, because it may be stored as the result of an operation.
 */
export type ProjectView = Required<ProjectValue>
/** The long texts and lists of a project. */
type ProjectTexts = Pick<ProjectView, keyof typeof textColumns>
type ProjectHeadView = Omit<ProjectView, keyof ProjectTexts>
/** A project of a list: its long texts are present only if they were selected. */
type ListedProjectView = ProjectHeadView & Partial<ProjectTexts>

/** The fields of the API that are read only if they are selected, with their columns. */
const textColumns = {
  body: 'body',
  json: 'json',
  tags: 'tags',
  stages: 'stages',
  fieldDefinitions: 'field_definitions',
  views: 'views',
} as const satisfies Record<string, keyof ProjectTextColumns>
const textFields = Object.keys(textColumns) as (keyof ProjectTexts)[]

const toCompletionStatus = (row: ProjectHead): NodeStatus =>
  getCompletionStatus({ todo: row.todo_count, progress: row.progress_count, done: row.done_count })

export const toSharing = (row: ProjectHead, users: ProjectMembers): Required<Sharing> => ({
  generalAccess: row.general_access,
  users,
  editorsMayShare: row.editors_may_share,
})

const toProjectHeadView = (row: ProjectHead, users: ProjectMembers, role: Role): ProjectHeadView => ({
  id: row.id,
  title: row.title,
  status: row.status,
  completionStatus: toCompletionStatus(row),
  owner: row.owner,
  layout: row.layout,
  sharing: maskSharing(toSharing(row, users), role),
  integrationSettings: { jiraSync: row.jira_sync, jiraFields: toJiraFields(row) },
  estimateUnit: row.estimate_unit,
  viewersMayComment: row.viewers_may_comment,
  seq: row.seq,
  updatedAt: row.updated_at.getTime(),
})

/** The person who looks at a project. */
export interface ProjectReader {
  readonly userId: string | null
  readonly role: Role
}

export const toProjectView = (
  row: ProjectRow,
  users: ProjectMembers,
  { userId, role }: ProjectReader,
): ProjectView => ({
  ...toProjectHeadView(row, users, role),
  ...toProjectTexts(row, userId),
})

/** Nobody sees the private views of others. */
export const listVisibleViews = (views: readonly SavedView[], userId: string | null): readonly SavedView[] =>
  views.filter(({ isShared, authorId }) => isShared || authorId === userId)

const toProjectTexts = (row: ProjectTextColumns, userId: string | null): ProjectTexts => ({
  body: row.body,
  json: row.json,
  tags: row.tags,
  stages: row.stages,
  fieldDefinitions: row.field_definitions,
  views: listVisibleViews(row.views, userId),
})

/** Reads the project as this person now sees it, because their role may just have changed. */
export const readProjectView = async (db: SqlClient, row: ProjectRow, userId: string | null): Promise<ProjectView> => ({
  ...(await readProjectHeadView(db, row, userId)),
  ...toProjectTexts(row, userId),
})

/** Returns the same without the long texts. */
export async function readProjectHeadView(db: SqlClient, row: ProjectHead, userId: string | null) {
  const users = (await readProjectMembers(db, [row.id])).get(row.id) ?? {}
  return toProjectHeadView(row, users, findRole(userId, { owner: row.owner, sharing: toSharing(row, users) }))
}

/** The maximum bytes of one statement. */
const bytesPerRead = 4_000_000

interface ProjectTextsRequest {
  readonly userId: string | null
  readonly fields: SelectedFields
  readonly budget: RequestBudget
}

/**
 * Reads the selected long texts of projects. Their size is known and reserved before any of them is read; an alias of a
 * text counts once per occurrence.
 */
export async function readRequestedTexts(
  db: SqlClient,
  projects: readonly ProjectHead[],
  { userId, fields, budget }: ProjectTextsRequest,
): Promise<ReadonlyMap<string, Partial<ProjectTexts>>> {
  const selected = textFields.filter((field) => fields.has(field))
  const found = new Map<string, Partial<ProjectTexts>>()
  if (selected.length === 0) return found
  const times = Math.max(...selected.map((field) => fields.get(field) ?? 1))
  const columns = selected.map((field) => textColumns[field])
  const bytes = projects.reduce((sum, project) => sum + project.text_bytes, 0)
  // Each text is in memory twice: as the database sent it and in the response.
  await budget.reserve({ rows: 0, bytes: bytes * (times + 1) })
  for (const part of splitBySize(projects)) {
    for (const [id, read] of await readProjectTexts(db, part, columns)) {
      const texts = toProjectTexts({ ...noTexts, ...read }, userId)
      found.set(id, Object.fromEntries(selected.map((field) => [field, texts[field]])))
    }
  }
  return found
}

const noTexts: ProjectTextColumns = { body: '', json: null, tags: [], stages: [], field_definitions: [], views: [] }

/** Splits project ids into parts that are small enough for one read. */
function splitBySize(projects: readonly ProjectHead[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { id, text_bytes: own } of projects) {
    if (bytes + own > bytesPerRead) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(id)
    bytes += own
  }
  return parts
}

const statusesForFilter = (filter: ProjectFilter): readonly ProjectStatus[] => {
  if (filter === 'archive') return ['archived']
  return filter === 'trash' ? ['deleted'] : ['active', 'inactive']
}

/** The JSON bytes of a project's short fields; its title is counted with its other texts. */
const bytesPerProject = 600
const bytesPerMember = 80
const projectsPerBatch = 200
const maxProjects = 50_000

interface ListedProjectsRequest {
  readonly userId: string
  readonly fields: SelectedFields
  readonly budget: RequestBudget
}

export interface ProjectListRequest extends ListedProjectsRequest {
  readonly filter: ProjectFilter
  /** The only project that may be listed; null: no such limit. */
  readonly only: string | null
}

/** Reads the short columns of the whole list in one statement; selected long texts and members are read in parts. */
export async function listProjects(
  { pool }: Database,
  { filter, only, ...request }: ProjectListRequest,
): Promise<ListedProjectView[]> {
  const { userId } = request
  const rows = await readUserProjects(pool, userId, statusesForFilter(filter), maxProjects)
  const visible = only === null ? rows : rows.filter(({ id }) => id === only)
  const listed = visible.filter((row) =>
    isProjectListed(filter, toListedState(row, ownMembership(row, userId)), userId),
  )
  return buildListedViews(pool, listed, request)
}

/** Reads some projects of a person; those that they cannot see, or that are in the trash, are missing. */
export const readListedProjects = async (
  db: SqlClient,
  ids: readonly string[],
  request: ListedProjectsRequest,
): Promise<ListedProjectView[]> => buildListedViews(db, await readUserProjectsById(db, request.userId, ids), request)

async function buildListedViews(
  db: SqlClient,
  listed: readonly ListedProjectRow[],
  { userId, fields, budget }: ListedProjectsRequest,
): Promise<ListedProjectView[]> {
  const titles = listed.reduce((sum, { title }) => sum + title.length, 0)
  await budget.reserve({ rows: listed.length, bytes: listed.length * bytesPerProject + titles })
  const views: ListedProjectView[] = []
  for (let at = 0; at < listed.length; at += projectsPerBatch) {
    const part = listed.slice(at, at + projectsPerBatch)
    const texts = await readRequestedTexts(db, part, { userId, fields, budget })
    const members = fields.has('sharing') ? await readMembers(db, part, budget) : null
    for (const row of part) {
      const users = members?.get(row.id) ?? ownMembership(row, userId)
      const role = findRole(userId, toListedState(row, users))
      views.push({ ...toProjectHeadView(row, users, role), ...texts.get(row.id) })
    }
  }
  return views
}

const ownMembership = ({ own_role: role }: ListedProjectRow, userId: string): ProjectMembers =>
  role === null ? {} : { [userId]: role }

const toListedState = (row: ListedProjectRow, users: ProjectMembers) => ({
  owner: row.owner,
  sharing: toSharing(row, users),
  status: row.status,
  completionStatus: toCompletionStatus(row),
})

async function readMembers(db: SqlClient, rows: readonly ListedProjectRow[], budget: RequestBudget) {
  const members = await readProjectMembers(
    db,
    rows.map(({ id }) => id),
  )
  const count = [...members.values()].reduce((sum, users) => sum + Object.keys(users).length, 0)
  await budget.reserve({ rows: count, bytes: count * bytesPerMember })
  return members
}
