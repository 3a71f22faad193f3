import { createHash } from 'node:crypto'
import { errorResponse, issueJson, type IssueJsonContext, okResponse, type SiteResponse } from './site-responses.ts'
import { epicLinkField, type SiteIssue, type SiteStore } from './site-store.ts'

class JqlError extends Error {
  override readonly name = 'JqlError'
}

type IssueCondition = (issue: SiteIssue) => boolean

interface IssueQuery {
  readonly matches: IssueCondition
  compare(left: SiteIssue, right: SiteIssue): number
}

const jqlTokenPattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([(),]|>=|<=|!=|=|>|<)|([^\s(),=<>!"]+))/gy
const trailing = /^\s*$/

interface JqlToken {
  readonly text: string
  readonly isQuoted: boolean
}

function tokenizeJql(jql: string): JqlToken[] {
  const words: JqlToken[] = []
  jqlTokenPattern.lastIndex = 0
  while (!trailing.test(jql.slice(jqlTokenPattern.lastIndex))) {
    const from = jqlTokenPattern.lastIndex
    const found = jqlTokenPattern.exec(jql)
    if (found === null) throw new JqlError(`Error in the JQL Query near position ${from}.`)
    const [, quoted, operator, bare] = found
    words.push({ text: quoted?.replaceAll(/\\(.)/g, '$1') ?? operator ?? bare ?? '', isQuoted: quoted !== undefined })
  }
  return words
}

/** Reads tokens one after the other. */
function createTokenReader(words: readonly JqlToken[]) {
  let at = 0
  const peek = (): string => (words[at]?.isQuoted === true ? '' : (words[at]?.text.toLowerCase() ?? ''))
  const next = (): string => {
    at += 1
    return words[at - 1]?.text ?? ''
  }
  const expect = (text: string): void => {
    if (next().toLowerCase() !== text) throw new JqlError(`Error in the JQL Query: expecting '${text}'.`)
  }
  /** Parses one part and as many more as the separator allows. */
  const joined = <Part>(operator: string, part: () => Part): Part[] => {
    const parts = [part()]
    while (peek() === operator) {
      next()
      parts.push(part())
    }
    return parts
  }
  return { peek, take: next, expect, joined, rest: () => words.slice(at).map(({ text }) => text.toLowerCase()) }
}

/** Parses the part of JQL that the product uses. Everything else is refused, and so is an unbounded query. */
function parseJql(jql: string, store: SiteStore, now: number): IssueQuery {
  const words = tokenizeJql(jql)
  if (words.length === 0) {
    throw new JqlError('Unbounded JQL queries are not allowed here. Please add a search restriction to your query.')
  }
  const { peek, take: next, expect, joined, rest } = createTokenReader(words)
  const inBrackets = <Inner>(inner: () => Inner): Inner => {
    expect('(')
    const found = inner()
    expect(')')
    return found
  }
  const clause = (): IssueCondition => {
    const [field, operator] = [next().toLowerCase(), next().toLowerCase()]
    const values = peek() === '(' ? inBrackets(() => joined(',', next)) : [next()]
    return buildCondition({ field, sign: operator, values }, store, now)
  }
  const term = (): IssueCondition => (peek() === '(' ? inBrackets(either) : clause())
  const both = (): IssueCondition => {
    const all = joined('and', term)
    return (issue) => all.every((one) => one(issue))
  }
  const either = (): IssueCondition => {
    const all = joined('or', both)
    return (issue) => all.some((one) => one(issue))
  }
  return { matches: either(), compare: buildOrder(rest(), store) }
}

interface JqlClause {
  readonly field: string
  readonly sign: string
  readonly values: readonly string[]
}

const aliases: Readonly<Record<string, string>> = {
  'epic link': 'epic link',
  [`cf[${epicLinkField.replace('customfield_', '')}]`]: 'epic link',
  issuekey: 'key',
  issue: 'key',
}

function buildCondition(
  { field: given, sign: operator, values }: JqlClause,
  store: SiteStore,
  now: number,
): IssueCondition {
  const field = aliases[given] ?? given
  if ((field === 'updated' || field === 'created') && operator === '>=')
    return changedSince(field, values[0] ?? '', now)
  if (operator !== '=' && operator !== 'in')
    throw new JqlError(`The operator '${operator}' is not supported by '${field}'.`)
  if (field === 'labels') return ({ labels }) => values.some((value) => labels.includes(value))
  if (field === 'project') {
    const known = values.map((value) => store.projects.find(({ key }) => key === value.toUpperCase()))
    if (known.includes(undefined)) {
      throw new JqlError(`The value '${values.join(', ')}' does not exist for the field 'project'.`)
    }
    return (issue) => known.includes(store.findProject(issue))
  }
  if (!['parent', 'key', 'id', 'epic link'].includes(field)) {
    throw new JqlError(`Field '${given}' does not exist or you do not have permission to view it.`)
  }
  const ids = new Set(values.map((value) => resolveIssueId(store, value, field)))
  if (field === 'key' || field === 'id') return ({ id }) => ids.has(id)
  return ({ parentId, type }) => parentId !== null && ids.has(parentId) && (field === 'parent' || !type.subtask)
}

function resolveIssueId(store: SiteStore, value: string, field: string): string {
  const found = store.find(value)
  if (found === undefined) {
    throw new JqlError(`An issue with key '${value}' does not exist for field '${field}'.`)
  }
  return found.id
}

function changedSince(field: 'updated' | 'created', value: string, now: number): IssueCondition {
  const minutes = /^-(\d+)m$/.exec(value)?.[1]
  if (minutes === undefined) throw new JqlError(`Date value '${value}' for field '${field}' is invalid.`)
  return (issue) => issue[field] >= now - Number(minutes) * 60_000
}

function buildOrder(words: readonly string[], { hasRank }: SiteStore): IssueQuery['compare'] {
  if (words.length === 0) return (left, right) => right.created - left.created
  const [order, by, field = '', direction = 'asc', ...more] = words
  if (field === 'rank' && !hasRank) {
    throw new JqlError("Field 'rank' does not exist or you do not have permission to view it.")
  }
  const read = { rank: 'rank', created: 'created', updated: 'updated' }[field]
  if (order !== 'order' || by !== 'by' || read === undefined || more.length > 0 || !/^(asc|desc)$/.test(direction)) {
    throw new JqlError(`Error in the JQL Query: '${words.join(' ')}' cannot be read.`)
  }
  const name = read as 'rank' | 'created' | 'updated'
  return (left, right) => (direction === 'asc' ? left[name] - right[name] : right[name] - left[name])
}

interface SearchOptions {
  readonly shape: IssueJsonContext
  /** The maximum page size, whatever is requested. */
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

/** Returns the offset in a token that was issued for this very query; otherwise null. */
function readPageToken(jql: unknown, token: unknown): number | null {
  if (token === undefined || token === null) return 0
  try {
    const [, from] = JSON.parse(Buffer.from(String(token), 'base64url').toString()) as [string, number]
    return createPageToken(jql, from) === token ? from : null
  } catch {
    return null
  }
}

const knownSearchFields = new Set([
  'jql',
  'fields',
  'expand',
  'maxResults',
  'nextPageToken',
  'reconcileIssues',
  'fieldsByKeys',
])

/** Returns pages by token and without a total; by default only the id of an issue. */
export function searchJql(body: SearchBody, options: SearchOptions): SiteResponse {
  const unknownField = Object.keys(body).find((name) => !knownSearchFields.has(name))
  if (unknownField !== undefined) return errorResponse(400, `Unrecognized field "${unknownField}"`)
  if (body['expand'] !== undefined && typeof body['expand'] !== 'string')
    return errorResponse(400, 'expand must be a string')
  const issues = findIssues(body, options)
  if (!Array.isArray(issues)) return issues
  const from = readPageToken(body['jql'], body['nextPageToken'])
  if (from === null) return errorResponse(400, 'The nextPageToken is not valid.')
  const requestedLength = typeof body['maxResults'] === 'number' ? body['maxResults'] : 50
  if (requestedLength < 1 || requestedLength > 5_000) return errorResponse(400, 'maxResults must be from 1 to 5000')
  const to = from + Math.min(requestedLength, options.longestPage)
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
