import { createHash } from 'node:crypto'

import { ok, refused, type SiteAnswer } from './answers.ts'
import { issueJson, type Shape } from './issue-json.ts'
import { JqlFault, readJql } from './jql.ts'
import type { SiteIssue } from './site-store.ts'

export interface SearchOptions {
  readonly shape: Shape
  /** No page holds more, whatever is asked for. */
  readonly longestPage: number
  readonly now: number
}

type Body = Readonly<Record<string, unknown>>

const listOf = (value: unknown): string[] | null => (Array.isArray(value) ? value.map(String) : null)

function found(body: Body, { shape, now }: SearchOptions): SiteIssue[] | SiteAnswer {
  if (typeof body['jql'] !== 'string') return refused(400, 'jql must be given')
  try {
    const query = readJql(body['jql'], shape.store, now)
    const seen = new Set(listOf(body['reconcileIssues']) ?? [])
    return shape.store
      .ordered()
      .filter((issue) => issue.indexedAt <= now || seen.has(issue.id))
      .filter(query.matches)
      .toSorted((left, right) => query.compare(left, right))
  } catch (error) {
    if (error instanceof JqlFault) return refused(400, error.message)
    throw error
  }
}

const tokenOf = (jql: unknown, from: number): string =>
  Buffer.from(JSON.stringify([createHash('sha256').update(String(jql)).digest('hex').slice(0, 16), from])).toString(
    'base64url',
  )

/** The number in a token that was given for this very query; null: it was not. */
function placeOf(jql: unknown, token: unknown): number | null {
  if (token === undefined || token === null) return 0
  try {
    const [, from] = JSON.parse(Buffer.from(String(token), 'base64url').toString()) as [string, number]
    return tokenOf(jql, from) === token ? from : null
  } catch {
    return null
  }
}

const known = new Set(['jql', 'fields', 'expand', 'maxResults', 'nextPageToken', 'reconcileIssues', 'fieldsByKeys'])

/** Pages by token and without a total; by default nothing of an issue but its id. */
export function searchJql(body: Body, options: SearchOptions): SiteAnswer {
  const strange = Object.keys(body).find((name) => !known.has(name))
  if (strange !== undefined) return refused(400, `Unrecognized field "${strange}"`)
  if (body['expand'] !== undefined && typeof body['expand'] !== 'string') return refused(400, 'expand must be a string')
  const issues = found(body, options)
  if (!Array.isArray(issues)) return issues
  const from = placeOf(body['jql'], body['nextPageToken'])
  if (from === null) return refused(400, 'The nextPageToken is not valid.')
  const asked = typeof body['maxResults'] === 'number' ? body['maxResults'] : 50
  if (asked < 1 || asked > 5_000) return refused(400, 'maxResults must be from 1 to 5000')
  const to = from + Math.min(asked, options.longestPage)
  const fields = listOf(body['fields'])
  const page = issues
    .slice(from, to)
    .map((issue) => (fields === null ? { id: issue.id } : issueJson(options.shape, issue, fields)))
  const isLast = to >= issues.length
  return ok({ issues: page, isLast, ...(!isLast && { nextPageToken: tokenOf(body['jql'], to) }) })
}

/** The older search, which Data Center still has. */
export function searchPaged(body: Body, options: SearchOptions): SiteAnswer {
  const issues = found(body, options)
  if (!Array.isArray(issues)) return issues
  const startAt = Number(body['startAt'] ?? 0)
  const maxResults = Math.min(Number(body['maxResults'] ?? 50), options.longestPage)
  const page = issues
    .slice(startAt, startAt + maxResults)
    .map((issue) => issueJson(options.shape, issue, listOf(body['fields'])))
  return ok({ startAt, maxResults, total: issues.length, issues: page })
}

export function bulkFetch(body: Body, { shape }: SearchOptions): SiteAnswer {
  const wanted = listOf(body['issueIdsOrKeys'])
  if (wanted === null || wanted.length === 0 || wanted.length > 100) {
    return refused(400, 'issueIdsOrKeys must hold from 1 to 100 ids or keys')
  }
  const issues = wanted.flatMap((idOrKey) => {
    const issue = shape.store.find(idOrKey)
    return issue === undefined ? [] : [issueJson(shape, issue, listOf(body['fields']))]
  })
  return ok({ issues, issueErrors: [] })
}
