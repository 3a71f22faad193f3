import {
  created,
  createdSilently,
  invalid,
  noContent,
  notThere,
  ok,
  refused,
  removed,
  type SiteAnswer,
} from './answers.ts'
import { hookIssueJson, issueJson, type Shape } from './issue-json.ts'
import { bulkFetch, searchJql, searchPaged } from './search.ts'
import { epicLinkField, epicNameField, issueTypes, linkTypes, statuses, type SiteIssue } from './site-store.ts'
import type { Webhooks } from './webhooks.ts'
import { createIssue, editIssue } from './write-issue.ts'

export interface SiteContext extends Shape {
  readonly webhooks: Webhooks
  readonly longestPage: number
  /** Whose key it is. */
  readonly account: { readonly accountId: string; readonly emailAddress: string; readonly displayName: string }
}

export interface SiteRequest {
  readonly method: string
  /** Below /rest/api/{version}. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** False: no credentials, or wrong ones. */
  readonly isKnown: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const unauthorised = refused(401, 'Client must be authenticated to access this resource.')

interface Route {
  readonly method: string
  readonly path: RegExp
  /** Answers callers without a key too. */
  readonly isOpen?: boolean
  readonly only?: Shape['flavour']
  answer(context: SiteContext, request: SiteRequest, parts: readonly string[]): SiteAnswer
}

const withIssue =
  (work: (context: SiteContext, issue: SiteIssue, request: SiteRequest) => SiteAnswer): Route['answer'] =>
  (context, request, [idOrKey = '']) => {
    const issue = context.store.find(decodeURIComponent(idOrKey))
    return issue === undefined ? notThere : work(context, issue, request)
  }

const tell = (
  { webhooks, account, ...shape }: SiteContext,
  issue: SiteIssue,
  event: 'created' | 'updated' | 'deleted',
) => webhooks.send(`jira:issue_${event}`, hookIssueJson(shape, issue), account.accountId)

const typesOf = ({ flavour }: SiteContext) =>
  issueTypes.map(({ hierarchyLevel, ...type }) => (flavour === 'cloud' ? { ...type, hierarchyLevel } : type))

/** Two ways to be done, of which the first asks for more on a screen; none out of a frozen issue. */
const transitionsOf = (issue: SiteIssue) =>
  issue.isFrozen
    ? []
    : [
        { id: '41', name: 'Close with a comment', hasScreen: true, isAvailable: true, to: statuses[2] },
        { id: '42', name: 'Close as duplicate', hasScreen: false, isAvailable: false, to: statuses[2] },
        { id: '11', name: 'Stop', hasScreen: false, isAvailable: true, to: statuses[0] },
        { id: '21', name: 'Start', hasScreen: false, isAvailable: true, to: statuses[1] },
        { id: '31', name: 'Close', hasScreen: false, isAvailable: true, to: statuses[2] },
      ]

const searching = (context: SiteContext) => ({
  shape: context,
  longestPage: context.longestPage,
  now: Date.now(),
})

const bodyOf = (request: SiteRequest): Record<string, unknown> => (isRecord(request.body) ? request.body : {})

const reads: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/serverInfo$/,
    isOpen: true,
    answer: ({ flavour, base }) =>
      ok({
        baseUrl: base,
        version: flavour === 'cloud' ? '1001.0.0' : '10.3.1',
        versionNumbers: flavour === 'cloud' ? [1001, 0, 0] : [10, 3, 1],
        deploymentType: flavour === 'cloud' ? 'Cloud' : 'Server',
      }),
  },
  {
    method: 'GET',
    path: /^\/myself$/,
    answer: ({ account, flavour }) =>
      ok(
        flavour === 'cloud'
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
        .map((project) => ({ ...project, style: 'classic', ...(hasTypes && { issueTypes: typesOf(context) }) }))
      return ok({ startAt, maxResults, total: all.length, isLast: startAt + maxResults >= all.length, values })
    },
  },
  {
    method: 'GET',
    path: /^\/project$/,
    only: 'data-center',
    isOpen: true,
    answer: ({ store }, { isKnown }) => ok(isKnown ? store.projects : []),
  },
  {
    method: 'GET',
    path: /^\/issue\/createmeta\/([^/]+)\/issuetypes$/,
    answer: (context, { query }, [key]) => {
      if (!context.store.projects.some((project) => project.key === key))
        return refused(404, 'No project could be found')
      const startAt = Number(query.get('startAt') ?? 0)
      const all = typesOf(context)
      const page = { startAt, maxResults: 50, total: all.length }
      return ok(context.flavour === 'cloud' ? { ...page, issueTypes: all } : { ...page, isLast: true, values: all })
    },
  },
  { method: 'GET', path: /^\/issueLinkType$/, isOpen: true, answer: () => ok({ issueLinkTypes: linkTypes }) },
  {
    method: 'GET',
    path: /^\/field$/,
    isOpen: true,
    answer: ({ hasEpicLink, flavour }) =>
      ok([
        {
          id: 'summary',
          key: 'summary',
          name: 'Summary',
          custom: false,
          schema: { type: 'string', system: 'summary' },
        },
        ...(flavour === 'data-center' ? [greenhopper(epicNameField, 'Epic Name', 'gh-epic-label')] : []),
        ...(hasEpicLink ? [greenhopper(epicLinkField, 'Epic Link', 'gh-epic-link')] : []),
      ]),
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { query }) =>
      ok(issueJson(context, issue, query.get('fields')?.split(',') ?? null)),
    ),
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)\/properties\/([^/]+)$/,
    answer: (context, _request, [idOrKey = '', name = '']) => {
      const issue = context.store.find(decodeURIComponent(idOrKey))
      const key = decodeURIComponent(name)
      if (issue === undefined || !Object.hasOwn(issue.properties, key)) return notThere
      return ok({ key, value: issue.properties[key] })
    },
  },
  {
    method: 'GET',
    path: /^\/issue\/([^/]+)\/transitions$/,
    answer: withIssue((_context, issue) => ok({ expand: 'transitions', transitions: transitionsOf(issue) })),
  },
]

const greenhopper = (id: string, name: string, kind: string) => ({
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

const writes: readonly Route[] = [
  { method: 'POST', path: /^\/search\/jql$/, only: 'cloud', answer: (c, r) => searchJql(bodyOf(r), searching(c)) },
  { method: 'POST', path: /^\/search$/, only: 'data-center', answer: (c, r) => searchPaged(bodyOf(r), searching(c)) },
  { method: 'GET', path: /^\/search$/, only: 'cloud', answer: () => removed },
  { method: 'POST', path: /^\/search$/, only: 'cloud', answer: () => removed },
  { method: 'POST', path: /^\/issue\/bulkfetch$/, only: 'cloud', answer: (c, r) => bulkFetch(bodyOf(r), searching(c)) },
  {
    method: 'POST',
    path: /^\/issue$/,
    answer: (context, { body }) => {
      const written = createIssue(context, body)
      if ('refusal' in written) return written.refusal
      tell(context, written.issue, 'created')
      const { id, key } = written.issue
      return created({ id, key, self: `${context.base}/rest/api/3/issue/${id}` })
    },
  },
  {
    method: 'PUT',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { body }) => {
      const refusal = editIssue(context, issue, body)
      if (refusal !== null) return refusal
      tell(context, issue, 'updated')
      return noContent
    }),
  },
  {
    method: 'DELETE',
    path: /^\/issue\/([^/]+)$/,
    answer: withIssue((context, issue, { query }) => {
      if (!context.store.mayDelete) return refused(403, 'You do not have permission to delete issues in this project.')
      const hasSubtasks = context.store.childrenOf(issue.id).some(({ type }) => type.subtask)
      if (hasSubtasks && query.get('deleteSubtasks') !== 'true') return refused(400, 'The issue has subtasks.')
      tell(context, issue, 'deleted')
      context.store.remove(issue)
      return noContent
    }),
  },
  {
    method: 'POST',
    path: /^\/issue\/([^/]+)\/transitions$/,
    answer: withIssue((context, issue, { body }) => {
      const wanted = isRecord(body) && isRecord(body['transition']) ? body['transition']['id'] : undefined
      const found = transitionsOf(issue).find(({ id, isAvailable }) => id === wanted && isAvailable)
      if (found === undefined)
        return refused(
          400,
          "It seems that you have tried to perform an operation which you're not permitted to perform.",
        )
      if (found.hasScreen) return invalid({ comment: 'A comment is required.' })
      context.store.change(issue, { status: found.to })
      tell(context, issue, 'updated')
      return noContent
    }),
  },
  {
    method: 'POST',
    path: /^\/issueLink$/,
    answer: ({ store }, { body }) => {
      const { type, inwardIssue, outwardIssue } = isRecord(body) ? body : {}
      const keyOf = (value: unknown): string => (isRecord(value) ? String(value['key'] ?? value['id'] ?? '') : '')
      const known = linkTypes.find(({ id }) => isRecord(type) && id === type['id'])
      if (known === undefined) return refused(404, 'No issue link type could be found.')
      const [inward, outward] = [store.find(keyOf(inwardIssue)), store.find(keyOf(outwardIssue))]
      if (inward === undefined || outward === undefined) return notThere
      store.link(known.id, inward.key, outward.key)
      return createdSilently
    },
  },
  {
    method: 'DELETE',
    path: /^\/issueLink\/([^/]+)$/,
    answer: ({ store }, _request, [id]) => {
      const at = store.links.findIndex((link) => link.id === id)
      if (at < 0) return refused(404, 'No issue link with this id could be found.')
      store.links.splice(at, 1)
      return noContent
    },
  },
]

/** One request below /rest/api/{version}, answered as strictly as the documents say. */
export function answerRequest(context: SiteContext, request: SiteRequest): SiteAnswer {
  for (const route of [...writes, ...reads]) {
    if (route.only !== undefined && route.only !== context.flavour) continue
    const parts = route.method === request.method ? route.path.exec(request.path) : null
    if (parts === null) continue
    if (!request.isKnown && route.isOpen !== true) return unauthorised
    return route.answer(context, request, parts.slice(1))
  }
  return refused(404, 'There is nothing here.')
}
