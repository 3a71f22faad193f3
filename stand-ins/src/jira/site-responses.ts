import { planningJson } from './site-fields.ts'
import { epicLinkField, type SiteFlavor, type SiteIssue, siteLinkTypes, type SiteStore } from './site-store.ts'

/** The response of a handler: JSON or nothing at all. */
export interface SiteResponse {
  readonly status: number
  readonly body?: unknown
}

export const okResponse = (body: unknown): SiteResponse => ({ status: 200, body })
export const createdResponse = (body: unknown): SiteResponse => ({ status: 201, body })
/** The response to a created link: 201 without a body. */
export const createdEmptyResponse: SiteResponse = { status: 201 }
export const noContentResponse: SiteResponse = { status: 204 }

export const errorResponse = (status: number, message: string): SiteResponse => ({
  status,
  body: { errorMessages: [message], errors: {} },
})

export const invalidFieldsResponse = (errors: Readonly<Record<string, string>>): SiteResponse => ({
  status: 400,
  body: { errorMessages: [], errors },
})

export const issueNotFoundResponse = errorResponse(404, 'Issue does not exist or you do not have permission to see it.')
export const removedApiResponse = errorResponse(
  410,
  'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.',
)

export interface IssueJsonContext {
  readonly store: SiteStore
  readonly flavor: SiteFlavor
  readonly hasEpicLink: boolean
  readonly base: string
}

/** Formats times like Jira, without a colon in the zone. */
const timeText = (at: number): string => new Date(at).toISOString().replace('Z', '+0000')

const typeJson = ({ flavor: jiraFlavor }: IssueJsonContext, { hierarchyLevel, ...type }: SiteIssue['type']) =>
  jiraFlavor === 'cloud' ? { ...type, hierarchyLevel } : type

const briefJson = (shape: IssueJsonContext, issue: SiteIssue) => ({
  id: issue.id,
  key: issue.key,
  self: `${shape.base}/rest/api/2/issue/${issue.id}`,
  fields: { summary: issue.summary, status: issue.status, issuetype: typeJson(shape, issue.type) },
})

function linksJson(shape: IssueJsonContext, issue: SiteIssue) {
  const { store } = shape
  return store.links.flatMap((link) => {
    const type = siteLinkTypes.find(({ id }) => id === link.typeId)
    const otherId = link.inwardId === issue.id ? link.outwardId : link.inwardId
    const other = store.issues.get(otherId)
    if (other === undefined || (link.inwardId !== issue.id && link.outwardId !== issue.id)) return []
    const side = link.inwardId === issue.id ? 'outwardIssue' : 'inwardIssue'
    return [{ id: link.id, type, [side]: briefJson(shape, other) }]
  })
}

/** On Data Center an epic's children have no parent: a separate field names the epic. */
function parentFields(shape: IssueJsonContext, issue: SiteIssue): Record<string, unknown> {
  const parent = issue.parentId === null ? undefined : shape.store.issues.get(issue.parentId)
  const epicLink = parent !== undefined && parent.type.hierarchyLevel === 1 ? parent.key : null
  const isByLink = shape.flavor === 'data-center' && epicLink !== null
  return {
    ...(parent !== undefined && !isByLink && { parent: briefJson(shape, parent) }),
    ...(shape.hasEpicLink && { [epicLinkField]: epicLink }),
  }
}

function allFields(shape: IssueJsonContext, issue: SiteIssue): Record<string, unknown> {
  const { store } = shape
  return {
    summary: issue.summary,
    description: issue.description,
    status: issue.status,
    issuetype: typeJson(shape, issue.type),
    project: store.findProject(issue),
    labels: issue.labels,
    ...planningJson(store, shape.flavor, issue),
    created: timeText(issue.created),
    updated: timeText(issue.updated),
    issuelinks: linksJson(shape, issue),
    subtasks: store
      .listChildren(issue.id)
      .filter(({ type }) => type.subtask)
      .map((child) => briefJson(shape, child)),
    ...parentFields(shape, issue),
  }
}

/** Without a list of fields it returns the default fields of the call. */
export function issueJson(shape: IssueJsonContext, issue: SiteIssue, wanted: readonly string[] | null) {
  const all = allFields(shape, issue)
  const isAll = wanted === null || wanted.includes('*all')
  const fields = isAll ? all : Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)))
  return { id: issue.id, key: issue.key, self: `${shape.base}/rest/api/3/issue/${issue.id}`, fields }
}

const readPlainText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(readPlainText).join('')
  if (typeof value !== 'object' || value === null) return ''
  const { text, content } = value as { text?: unknown; content?: unknown }
  return readPlainText(text) + readPlainText(content)
}

/** The webhook format: paths of the older version, and descriptions as text. */
export const webhookIssueJson = (shape: IssueJsonContext, issue: SiteIssue) => ({
  id: issue.id,
  key: issue.key,
  self: `${shape.base}/rest/api/2/issue/${issue.id}`,
  fields: { ...allFields(shape, issue), description: readPlainText(issue.description) },
})
