import {
  createdEmptyResponse,
  createdResponse,
  errorResponse,
  invalidFieldsResponse,
  issueJson,
  type IssueJsonContext,
  issueNotFoundResponse,
  noContentResponse,
  okResponse,
  removedApiResponse,
  type SiteResponse,
  webhookIssueJson,
} from './site-responses.ts'
import { bulkFetch, searchJql, searchPaged } from './site-search.ts'
import { pointFieldJson, searchUsers, siteConfiguration } from './site-fields.ts'
import {
  epicLinkField,
  epicNameField,
  type SiteIssue,
  siteIssueTypes,
  siteLinkTypes,
  sitePriorities,
  siteStatuses,
} from './site-store.ts'
import type { SiteWebhooks } from './site-webhooks.ts'
import { createSiteIssue, editSiteIssue } from './write-issue.ts'

export interface SiteContext extends IssueJsonContext {
  readonly webhooks: SiteWebhooks
  readonly longestPage: number
  /** The owner of the key. */
  readonly account: { readonly accountId: string; readonly emailAddress: string; readonly displayName: string }
}

export interface SiteRequest {
  readonly method: string
  /** The path below /rest/api/{version}. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** False for missing or wrong credentials. */
  readonly isKnown: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const unauthorizedResponse = errorResponse(401, 'Client must be authenticated to access this resource.')

interface Route {
  readonly method: string
  readonly path: RegExp
  /** Whether it also answers callers without a key. */
  readonly isOpen?: boolean
  readonly only?: IssueJsonContext['flavor']
  answer(context: SiteContext, request: SiteRequest, parts: readonly string[]): SiteResponse
}

const withIssue =
  (work: (context: SiteContext, issue: SiteIssue, request: SiteRequest) => SiteResponse): Route['answer'] =>
  (context, request, [idOrKey = '']) => {
    const issue = context.store.find(decodeURIComponent(idOrKey))
    return issue === undefined ? issueNotFoundResponse : work(context, issue, request)
  }

const sendIssueWebhook = (
  { webhooks, account, ...shape }: SiteContext,
  issue: SiteIssue,
  event: 'created' | 'updated' | 'deleted',
) => webhooks.send(`jira:issue_${event}`, webhookIssueJson(shape, issue), account.accountId)

const listIssueTypes = ({ flavor: jiraFlavor }: SiteContext) =>
  siteIssueTypes.map(({ hierarchyLevel, ...type }) => (jiraFlavor === 'cloud' ? { ...type, hierarchyLevel } : type))

/** Two transitions lead to done, of which the first requires input on a screen; none leads out of a frozen issue. */
const listTransitions = (issue: SiteIssue) =>
  issue.isFrozen
    ? []
    : [
        { id: '41', name: 'Close with a comment', hasScreen: true, isAvailable: true, to: siteStatuses[2] },
        { id: '42', name: 'Close as duplicate', hasScreen: false, isAvailable: false, to: siteStatuses[2] },
        { id: '11', name: 'Stop', hasScreen: false, isAvailable: true, to: siteStatuses[0] },
        { id: '21', name: 'Start', hasScreen: false, isAvailable: true, to: siteStatuses[1] },
        { id: '31', name: 'Close', hasScreen: false, isAvailable: true, to: siteStatuses[2] },
      ]

const toSearchOptions = (context: SiteContext) => ({
  shape: context,
  longestPage: context.longestPage,
  now: Date.now(),
})

const readBodyRecord = (request: SiteRequest): Record<string, unknown> => (isRecord(request.body) ? request.body : {})

const readRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/serverInfo$/,
    isOpen: true,
    answer: ({ flavor: jiraFlavor, base }) =>
      okResponse({
        baseUrl: base,
        version: jiraFlavor === 'cloud' ? '1001.0.0' : '10.3.1',
        versionNumbers: jiraFlavor === 'cloud' ? [1001, 0, 0] : [10, 3, 1],
        deploymentType: jiraFlavor === 'cloud' ? 'Cloud' : 'Server',
      }),
  },
  {
    method: 'GET',
    path: /^\/myself$/,
    answer: ({ account, flavor: jiraFlavor }) =>
      okResponse(
        jiraFlavor === 'cloud'
          ? { ...account, active: true, timeZone: 'Europe/Berlin' }
          : { name: account.accountId, key: account.accountId, displayName: account.displayName, active: true },
      ),
  },
  {
    method: 'GET',
    path: /^\/project\/search$/,
    only: 'cloud',
    isOpen: true,
    answer: (context, { query, isKnown }) => {
      const all = isKnown ? context.store.projects : []
      const startAt = Number(query.get('startAt') ?? 0)
      const maxResults = Math.min(Number(query.get('maxResults') ?? 50), context.longestPage)
      const hasTypes = query.get('expand')?.split(',').includes('issueTypes') ?? false
      const values = all
        .slice(startAt, startAt + maxResults)
        .map((project) => ({ ...project, style: 'classic', ...(hasTypes && { issueTypes: listIssueTypes(context) }) }))
      return okResponse({ startAt, maxResults, total: all.length, isLast: startAt + maxResults >= all.length, values })
    },
  },
  {
    method: 'GET',
    path: /^\/project$/,
    only: 'data-center',
    isOpen: true,
    answer: ({ store }, { isKnown }) => okResponse(isKnown ? store.projects : []),
  },
  {
    method: 'GET',
    path: /^\/issue\/createmeta\/([^/]+)\/issuetypes$/,
    answer: (context, { query }, [key]) => {
      if (!context.store.projects.some((project) => project.key === key))
        return errorResponse(404, 'No project could be found')
      const startAt = Number(query.get('startAt') ?? 0)
      const all = listIssueTypes(context)
      const page = { startAt, maxResults: 50, total: all.length }
      return okResponse(
        context.flavor === 'cloud' ? { ...page, issueTypes: all } : { ...page, isLast: true, values: all },
      )
    },
  },
  {
    method: 'GET',
    path: /^\/issueLinkType$/,
    isOpen: true,
    answer: () => okResponse({ issueLinkTypes: siteLinkTypes }),
  },
  {
    method: 'GET',
    path: /^\/field$/,
    isOpen: true,
    answer: ({ hasEpicLink, flavor: jiraFlavor, store }) =>
      okResponse([
        {
          id: 'summary',
          key: 'summary',
          name: 'Summary',
          custom: false,
          schema: { type: 'string', system: 'summary' },
        },
        ...(jiraFlavor === 'data-center' ? [greenhopperField(epicNameField, 'Epic Name', 'gh-epic-label')] : []),
        ...(hasEpicLink ? [greenhopperField(epicLinkField, 'Epic Link', 'gh-epic-link')] : []),
        ...pointFieldJson(store),
      ]),
  },
  { method: 'GET', path: /^\/priority$/, answer: () => okResponse(sitePriorities) },
  { method: 'GET', path: /^\/configuration$/, answer: () => okResponse(siteConfiguration) },
  {
    method: 'GET',
    path: /^\/user\/search$/,
    answer: ({ store, flavor: jiraFlavor }, { query }) => okResponse(searchUsers(store, jiraFlavor, query)),
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { query }) =>
      okResponse(issueJson(context, issue, query.get('fields')?.split(',') ?? null)),
    ),
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)\/properties\/([^/]+)$/,
    answer: (context, _request, [idOrKey = '', name = '']) => {
      const issue = context.store.find(decodeURIComponent(idOrKey))
      const key = decodeURIComponent(name)
      if (issue === undefined || !Object.hasOwn(issue.properties, key)) return issueNotFoundResponse
      return okResponse({ key, value: issue.properties[key] })
    },
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)\/transitions$/,
    answer: withIssue((_context, issue) => okResponse({ expand: 'transitions', transitions: listTransitions(issue) })),
  },
]

const greenhopperField = (id: string, name: string, kind: string) => ({
  id,
  key: id,
  name,
  custom: true,
  clauseNames: [`cf[${id.replace('customfield_', '')}]`, name],
  schema: {
    type: 'any',
    custom: `com.pyxis.greenhopper.jira:${kind}`,
    customId: Number(id.replace('customfield_', '')),
  },
})

const writeRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/search\/jql$/,
    only: 'cloud',
    answer: (c, r) => searchJql(readBodyRecord(r), toSearchOptions(c)),
  },
  {
    method: 'POST',
    path: /^\/search$/,
    only: 'data-center',
    answer: (c, r) => searchPaged(readBodyRecord(r), toSearchOptions(c)),
  },
  { method: 'GET', path: /^\/search$/, only: 'cloud', answer: () => removedApiResponse },
  { method: 'POST', path: /^\/search$/, only: 'cloud', answer: () => removedApiResponse },
  {
    method: 'POST',
    path: /^\/issue\/bulkfetch$/,
    only: 'cloud',
    answer: (c, r) => bulkFetch(readBodyRecord(r), toSearchOptions(c)),
  },
  {
    method: 'POST',
    path: /^\/issue$/,
    answer: (context, { body }) => {
      const written = createSiteIssue(context, body)
      if ('refusal' in written) return written.refusal
      sendIssueWebhook(context, written.issue, 'created')
      const { id, key } = written.issue
      return createdResponse({ id, key, self: `${context.base}/rest/api/3/issue/${id}` })
    },
  },
  {
    method: 'PUT',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { body }) => {
      const refusal = editSiteIssue(context, issue, body)
      if (refusal !== null) return refusal
      sendIssueWebhook(context, issue, 'updated')
      return noContentResponse
    }),
  },
  {
    method: 'DELETE',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { query }) => {
      if (!context.store.mayDelete)
        return errorResponse(403, 'You do not have permission to delete issues in this project.')
      const hasSubtasks = context.store.listChildren(issue.id).some(({ type }) => type.subtask)
      if (hasSubtasks && query.get('deleteSubtasks') !== 'true') return errorResponse(400, 'The issue has subtasks.')
      sendIssueWebhook(context, issue, 'deleted')
      context.store.remove(issue)
      return noContentResponse
    }),
  },
  {
    method: 'POST',
    path: /^\/issue\/([^/]+)\/transitions$/,
    answer: withIssue((context, issue, { body }) => {
      const wanted = isRecord(body) && isRecord(body['transition']) ? body['transition']['id'] : undefined
      const found = listTransitions(issue).find(({ id, isAvailable }) => id === wanted && isAvailable)
      if (found === undefined)
        return errorResponse(
          400,
          "It seems that you have tried to perform an operation which you're not permitted to perform.",
        )
      if (found.hasScreen) return invalidFieldsResponse({ comment: 'A comment is required.' })
      context.store.change(issue, { status: found.to })
      sendIssueWebhook(context, issue, 'updated')
      return noContentResponse
    }),
  },
  {
    method: 'POST',
    path: /^\/issueLink$/,
    answer: ({ store }, { body }) => {
      const { type, inwardIssue, outwardIssue } = isRecord(body) ? body : {}
      const readKey = (value: unknown): string => (isRecord(value) ? String(value['key'] ?? value['id'] ?? '') : '')
      const known = siteLinkTypes.find(({ id }) => isRecord(type) && id === type['id'])
      if (known === undefined) return errorResponse(404, 'No issue link type could be found.')
      const [inward, outward] = [store.find(readKey(inwardIssue)), store.find(readKey(outwardIssue))]
      if (inward === undefined || outward === undefined) return issueNotFoundResponse
      store.link(known.id, inward.key, outward.key)
      return createdEmptyResponse
    },
  },
  {
    method: 'DELETE',
    path: /^\/issueLink\/([^/]+)$/,
    answer: ({ store }, _request, [id]) => {
      const removed = store.unlink(id ?? '')
      return removed === undefined
        ? errorResponse(404, 'No issue link with this id could be found.')
        : noContentResponse
    },
  },
]

/** Answers one request below /rest/api/{version} as strictly as the documentation says. */
export function answerSiteRequest(context: SiteContext, request: SiteRequest): SiteResponse {
  for (const route of [...writeRoutes, ...readRoutes]) {
    if (route.only !== undefined && route.only !== context.flavor) continue
    const parts = route.method === request.method ? route.path.exec(request.path) : null
    if (parts === null) continue
    if (!request.isKnown && route.isOpen !== true) return unauthorizedResponse
    return route.answer(context, request, parts.slice(1))
  }
  return errorResponse(404, 'There is nothing here.')
}
