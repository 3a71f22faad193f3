import { createHash } from 'node:crypto'

import { okResponse, errorResponse, type SiteResponse } from './answers.ts'
import { issueJson, type IssueJsonContext } from './issue-json.ts'
import { JqlError, parseJql } from './jql.ts'
import type { SiteIssue } from './site-store.ts'

export interface SearchOptions {
  readonly shape: IssueJsonContext
  /** No page holds more, whatever is asked for. */
  readonly longestPage: number
  readonly now: number
}

type SearchBody = Readonly<Record<string, unknown>>

const toStringList = (value: unknown): string[] | null => (Array.isArray(value) ? value.map(String) : null)

function findIssues(body: SearchBody, { shape, now }: SearchOptions): SiteIssue[] | SiteResponse {
  if (typeof body['jql'] !== 'string') return errorResponse(400, 'jql must be given')
  try {
    const query = parseJql(body['jql'], shape.store, now)
    const seen = new Set(toStringList(body['reconcileIssues']) ?? [])
    return shape.store
      .ordered()
      .filter((issue) => issue.indexedAt <= now || seen.has(issue.id))
      .filter(query.matches)
      .toSorted((left, right) => query.compare(left, right))
  } catch (error) {
    if (error instanceof JqlError) return errorResponse(400, error.message)
    throw error
  }
}

const createPageToken = (jql: unknown, from: number): string =>
  Buffer.from(JSON.stringify([createHash('sha256').update(String(jql)).digest('hex').slice(0, 16), from])).toString(
    'base64url',
  )

/** The number in a token that was given for this very query; null: it was not. */
function readPageToken(jql: unknown, token: unknown): number | null {
  if (token === undefined || token === null) return 0
  try {
    const [, from] = JSON.parse(Buffer.from(String(token), 'base64url').toString()) as [string, number]
    return createPageToken(jql, from) === token ? from : null
  } catch {
    return null
  }
}

const knownSearchFields = new Set(['jql', 'fields', 'expand', 'maxResults', 'nextPageToken', 'reconcileIssues', 'fieldsByKeys'])

/** Pages by token and without a total; by default nothing of an issue but its id. */
export function searchJql(body: SearchBody, options: SearchOptions): SiteResponse {
  const strange = Object.keys(body).find((name) => !knownSearchFields.has(name))
  if (strange !== undefined) return errorResponse(400, `Unrecognized field "${strange}"`)
  if (body['expand'] !== undefined && typeof body['expand'] !== 'string') return errorResponse(400, 'expand must be a string')
  const issues = findIssues(body, options)
  if (!Array.isArray(issues)) return issues
  const from = readPageToken(body['jql'], body['nextPageToken'])
  if (from === null) return errorResponse(400, 'The nextPageToken is not valid.')
  const asked = typeof body['maxResults'] === 'number' ? body['maxResults'] : 50
  if (asked < 1 || asked > 5_000) return errorResponse(400, 'maxResults must be from 1 to 5000')
  const to = from + Math.min(asked, options.longestPage)
  const fields = toStringList(body['fields'])
  const page = issues
    .slice(from, to)
    .map((issue) => (fields === null ? { id: issue.id } : issueJson(options.shape, issue, fields)))
  const isLast = to >= issues.length
  return okResponse({ issues: page, isLast, ...(!isLast && { nextPageToken: createPageToken(body['jql'], to) }) })
}

/** The older search, which Data Center still has. */
export function searchPaged(body: SearchBody, options: SearchOptions): SiteResponse {
  const issues = findIssues(body, options)
  if (!Array.isArray(issues)) return issues
  const startAt = Number(body['startAt'] ?? 0)
  const maxResults = Math.min(Number(body['maxResults'] ?? 50), options.longestPage)
  const page = issues
    .slice(startAt, startAt + maxResults)
    .map((issue) => issueJson(options.shape, issue, toStringList(body['fields'])))
  return okResponse({ startAt, maxResults, total: issues.length, issues: page })
}

export function bulkFetch(body: SearchBody, { shape }: SearchOptions): SiteResponse {
  const wanted = toStringList(body['issueIdsOrKeys'])
  if (wanted === null || wanted.length === 0 || wanted.length > 100) {
    return errorResponse(400, 'issueIdsOrKeys must hold from 1 to 100 ids or keys')
  }
  const issues = wanted.flatMap((idOrKey) => {
    const issue = shape.store.find(idOrKey)
    return issue === undefined ? [] : [issueJson(shape, issue, toStringList(body['fields']))]
  })
  return okResponse({ issues, issueErrors: [] })
}
