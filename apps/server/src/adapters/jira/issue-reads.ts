import { z } from 'zod'
import type { TrackerIssue, TrackerReadOptions, TrackerResult, TrackerSite } from '../../ports/tracker.ts'
import { listRequestedFields } from './issue-fields.ts'
import { issueFields, nodeProperty, trackerIssueShape } from './response-shapes.ts'
import { apiPath, type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

const plainKey = /^(?:[A-Z][A-Z0-9_]+-)?\d+$/

/** Quotes a value, so that it cannot change the query. */
const quoteJql = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

const joinIssueKeys = (keys: readonly string[]): string =>
  keys.map((key) => (plainKey.test(key) ? key : quoteJql(key))).join(',')

const pageLength = 100
/** If even this few issues are too long, nothing more can be done. */
const minPageLength = 4
const maxPages = 1_000
/** How many parents one request names. */
const parentsPerRequest = 50
const issuesPerRequest = 100

type IssueReads = Pick<TrackerSite, 'issue' | 'issues' | 'children' | 'changedWithin' | 'createdFor' | 'nodeOfIssue'>
type IssuesResult = TrackerResult<readonly TrackerIssue[]>

const listIssueFields = ({ epicLinkFieldId, fields }: TrackerReadOptions): string[] => [
  ...issueFields,
  ...(epicLinkFieldId == null ? [] : [epicLinkFieldId]),
  ...(fields === undefined ? [] : listRequestedFields(fields)),
]

export function createIssueReads(siteClient: JiraSiteClient): IssueReads {
  return {
    issue: (idOrKey, options = {}) => readIssue(siteClient, idOrKey, options),
    issues: (idsOrKeys, options = {}) => readIssues(siteClient, idsOrKeys, options),
    children: (parentKeys, options = {}) => readChildren(siteClient, parentKeys, options),
    changedWithin: (projectKey, minutes, options = {}) =>
      searchIssues(
        siteClient,
        `project = ${quoteJql(projectKey)} AND updated >= "-${Math.max(1, Math.ceil(minutes))}m" ORDER BY updated`,
        options,
      ),
    createdFor: (nodeId, within, options = {}) => readCreatedFor(siteClient, nodeId, { ...within, options }),
    nodeOfIssue: (idOrKey) => readNodeId(siteClient, idOrKey),
  }
}

async function readIssue(
  siteClient: JiraSiteClient,
  idOrKey: string,
  options: TrackerReadOptions,
): Promise<TrackerResult<TrackerIssue>> {
  const flavorResult = await siteClient.flavor()
  if (!flavorResult.ok) return flavorResult
  const path = `${apiPath(flavorResult.value)}/issue/${encodeURIComponent(idOrKey)}?fields=${listIssueFields(options).join(',')}`
  const answer = await siteClient.send({ method: 'GET', path, isRepeatable: true, signal: options.signal })
  return parseTrackerAnswer(answer, trackerIssueShape(options), siteClient.site)
}

async function readIssues(
  siteClient: JiraSiteClient,
  idsOrKeys: readonly string[],
  options: TrackerReadOptions,
): Promise<IssuesResult> {
  const flavorResult = await siteClient.flavor()
  if (!flavorResult.ok) return flavorResult
  const wanted = [...new Set(idsOrKeys)]
  const batches = Array.from({ length: Math.ceil(wanted.length / issuesPerRequest) }, (_, at) =>
    wanted.slice(at * issuesPerRequest, (at + 1) * issuesPerRequest),
  )
  const shape = z.object({ issues: z.array(trackerIssueShape(options)) })
  return combineBatches(batches, async (batch) => {
    // The older search refuses a query with a deleted issue unless validation is off.
    const [path, body] =
      flavorResult.value === 'cloud'
        ? ['/rest/api/3/issue/bulkfetch', { issueIdsOrKeys: batch, fields: listIssueFields(options) }]
        : [
            '/rest/api/2/search',
            {
              jql: `key in (${joinIssueKeys(batch)})`,
              fields: listIssueFields(options),
              maxResults: issuesPerRequest,
              validateQuery: 'none',
            },
          ]
    const answer = await siteClient.send({
      method: 'POST',
      path: String(path),
      body,
      isRepeatable: true,
      signal: options.signal,
    })
    return mapTrackerResult(parseTrackerAnswer(answer, shape, siteClient.site), ({ issues }) => issues)
  })
}

async function readChildren(
  siteClient: JiraSiteClient,
  parentKeys: readonly string[],
  options: TrackerReadOptions,
): Promise<IssuesResult> {
  const flavorResult = await siteClient.flavor()
  if (!flavorResult.ok) return flavorResult
  const batches = Array.from({ length: Math.ceil(parentKeys.length / parentsPerRequest) }, (_, at) =>
    parentKeys.slice(at * parentsPerRequest, (at + 1) * parentsPerRequest),
  )
  const counts = batches.map(() => 0)
  return combineBatches(batches, (batch, at) =>
    searchInRank(
      siteClient,
      buildChildrenJql(batch, flavorResult.value === 'cloud' ? null : (options.epicLinkFieldId ?? null)),
      {
        ...options,
        onPage: (issues) => {
          counts[at] = issues
          options.onPage?.(counts.reduce((sum, count) => sum + count, 0))
        },
      },
    ),
  )
}

/** Data Center links an epic's children by a separate field, and only sub-tasks have a parent. */
function buildChildrenJql(parents: readonly string[], epicLinkFieldId: string | null): string {
  const [only] = parents
  const below = parents.length === 1 && only !== undefined ? `= ${quoteJql(only)}` : `in (${joinIssueKeys(parents)})`
  if (epicLinkFieldId === null) return `parent ${below}`
  return `(cf[${epicLinkFieldId.replace(/^customfield_/, '')}] ${below} OR parent ${below})`
}

/** A site without Jira Software has no Rank field and refuses the query; there the order is by creation. */
async function searchInRank(
  siteClient: JiraSiteClient,
  jql: string,
  options: TrackerReadOptions,
): Promise<IssuesResult> {
  const ranked = await searchIssues(siteClient, `${jql} ORDER BY rank`, options)
  if (ranked.ok || ranked.reason.kind !== 'invalid') return ranked
  const plain = await searchIssues(siteClient, `${jql} ORDER BY created`, options)
  return plain.ok ? plain : ranked
}

/** Beyond this many issues their properties are not read. */
const maxPropertyReads = 200

interface CreatedForQuery {
  readonly projectKey: string
  readonly minutes: number
  readonly summary: string
  readonly options: TrackerReadOptions
}

/** Searches cannot read properties, so the new issues of the project are checked one by one, the likely ones first. */
async function readCreatedFor(
  siteClient: JiraSiteClient,
  nodeId: string,
  { projectKey, minutes, ...wanted }: CreatedForQuery,
): Promise<IssuesResult> {
  const jql = `project = ${quoteJql(projectKey)} AND created >= "-${Math.max(1, Math.ceil(minutes))}m" ORDER BY created`
  const found = await searchIssues(siteClient, jql, wanted.options)
  if (!found.ok) return found
  const [likely, others] = [true, false].map((isLikely) =>
    found.value.filter(({ summary }) => (summary === wanted.summary) === isLikely),
  )
  const ours: TrackerIssue[] = []
  for (const issue of [...(likely ?? []), ...(others ?? [])].slice(0, maxPropertyReads)) {
    const owner = await readNodeId(siteClient, issue.id)
    if (!owner.ok) return owner
    if (owner.value === nodeId) ours.push(issue)
    if (ours.length > 0 && issue.summary !== wanted.summary) break
  }
  return { ok: true, value: ours.toSorted((left, right) => Number(left.id) - Number(right.id)) }
}

const propertyShape = z.object({ value: z.object({ id: z.string() }) })

async function readNodeId(siteClient: JiraSiteClient, idOrKey: string): Promise<TrackerResult<string | null>> {
  const flavorResult = await siteClient.flavor()
  if (!flavorResult.ok) return flavorResult
  const path = `${apiPath(flavorResult.value)}/issue/${encodeURIComponent(idOrKey)}/properties/${nodeProperty}`
  const answer = await siteClient.send({ method: 'GET', path, isRepeatable: true })
  if (!answer.ok) return answer.reason.kind === 'not-found' ? { ok: true, value: null } : answer
  const read = propertyShape.safeParse(answer.value)
  return { ok: true, value: read.success ? read.data.value.id : null }
}

/** Reads all batches concurrently, limited by the site's semaphore; the first failure is returned. */
async function combineBatches<Batch>(
  batches: readonly Batch[],
  work: (batch: Batch, at: number) => Promise<IssuesResult>,
): Promise<IssuesResult> {
  const answers = await Promise.all(batches.map(work))
  const failed = answers.find((answer) => !answer.ok)
  if (failed !== undefined && !failed.ok) return failed
  const issues = answers.flatMap((answer) => (answer.ok ? answer.value : []))
  return { ok: true, value: [...new Map(issues.map((issue) => [issue.id, issue])).values()] }
}

async function searchIssues(
  siteClient: JiraSiteClient,
  jql: string,
  options: TrackerReadOptions,
): Promise<IssuesResult> {
  const flavorResult = await siteClient.flavor()
  if (!flavorResult.ok) return flavorResult
  const page = flavorResult.value === 'cloud' ? readTokenPage : readNumberedPage
  const issues = new Map<string, TrackerIssue>()
  let cursor: SearchCursor | null = { token: null, startAt: 0 }
  let length = pageLength
  for (let count = 0; cursor !== null && count < maxPages; count += 1) {
    const answer: TrackerResult<SearchPage> = await page(siteClient, { jql, place: cursor, length, options })
    if (!answer.ok && answer.reason.isTooLarge === true && length > minPageLength) {
      length = Math.max(Math.floor(length / 5), minPageLength)
      continue
    }
    if (!answer.ok) return answer
    // An issue that moved during the read may appear twice.
    for (const issue of answer.value.issues) issues.set(issue.id, issue)
    cursor = answer.value.next
    options.onPage?.(issues.size)
  }
  return { ok: true, value: [...issues.values()] }
}

interface SearchCursor {
  readonly token: string | null
  readonly startAt: number
}

interface SearchPage {
  readonly issues: readonly TrackerIssue[]
  readonly next: SearchCursor | null
}

interface SearchPageRequest {
  readonly jql: string
  readonly place: SearchCursor
  readonly length: number
  readonly options: TrackerReadOptions
}

type ReadSearchPage = (line: JiraSiteClient, wanted: SearchPageRequest) => Promise<TrackerResult<SearchPage>>

const readTokenPage: ReadSearchPage = async (siteClient, { jql, place: cursor, length, options }) => {
  const shape = z.object({
    issues: z.array(trackerIssueShape(options)),
    isLast: z.boolean().nullish(),
    nextPageToken: z.string().nullish(),
  })
  const body = {
    jql,
    fields: listIssueFields(options),
    maxResults: length,
    ...(cursor.token !== null && { nextPageToken: cursor.token }),
  }
  const path = '/rest/api/3/search/jql'
  const answer = await siteClient.send({ method: 'POST', path, body, isRepeatable: true, signal: options.signal })
  return mapTrackerResult(parseTrackerAnswer(answer, shape, siteClient.site), ({ issues, isLast, nextPageToken }) => ({
    issues,
    next: isLast === true || nextPageToken == null ? null : { token: nextPageToken, startAt: 0 },
  }))
}

const readNumberedPage: ReadSearchPage = async (siteClient, { jql, place: cursor, length, options }) => {
  const shape = z.object({ issues: z.array(trackerIssueShape(options)), total: z.number() })
  const body = { jql, fields: listIssueFields(options), maxResults: length, startAt: cursor.startAt }
  const path = '/rest/api/2/search'
  const answer = await siteClient.send({ method: 'POST', path, body, isRepeatable: true, signal: options.signal })
  return mapTrackerResult(parseTrackerAnswer(answer, shape, siteClient.site), ({ issues, total }) => {
    const startAt = cursor.startAt + issues.length
    return { issues, next: issues.length === 0 || startAt >= total ? null : { token: null, startAt } }
  })
}
