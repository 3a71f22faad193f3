import { z } from 'zod'

import type { ReadOptions, TrackerAnswer, TrackerIssue, TrackerSite } from '../../ports/tracker.ts'
import { tooLong } from './failures.ts'
import type { SiteLine } from './site-line.ts'
import { keyList, quoted } from './jql.ts'
import { apiOf, mapAnswer, read } from './reading.ts'
import { issueFields, nodeProperty, trackerIssueShape } from './shapes.ts'

const pageLength = 100
/** Where even so few are too long, no more can be done. */
const shortestPage = 4
const mostPages = 1_000
/** Parents asked for in one question. */
const parentsAtOnce = 50
const fetchedAtOnce = 100

type Reads = Pick<TrackerSite, 'issue' | 'issues' | 'children' | 'changedWithin' | 'createdFor' | 'nodeOfIssue'>
type Issues = TrackerAnswer<readonly TrackerIssue[]>

const fieldsFor = ({ epicLinkFieldId }: ReadOptions): string[] =>
  epicLinkFieldId == null ? [...issueFields] : [...issueFields, epicLinkFieldId]

export function issueReads(line: SiteLine): Reads {
  return {
    issue: (idOrKey, options = {}) => readOne(line, idOrKey, options),
    issues: (idsOrKeys, options = {}) => readMany(line, idsOrKeys, options),
    children: (parentKeys, options = {}) => readChildren(line, parentKeys, options),
    changedWithin: (projectKey, minutes, options = {}) =>
      search(
        line,
        `project = ${quoted(projectKey)} AND updated >= "-${Math.max(1, Math.ceil(minutes))}m" ORDER BY updated`,
        options,
      ),
    createdFor: (nodeId, within, options = {}) => readCreatedFor(line, nodeId, { ...within, options }),
    nodeOfIssue: (idOrKey) => readNodeId(line, idOrKey),
  }
}

async function readOne(line: SiteLine, idOrKey: string, options: ReadOptions): Promise<TrackerAnswer<TrackerIssue>> {
  const flavour = await line.flavour()
  if (!flavour.ok) return flavour
  const path = `${apiOf(flavour.value)}/issue/${encodeURIComponent(idOrKey)}?fields=${fieldsFor(options).join(',')}`
  const answer = await line.ask({ method: 'GET', path, isRepeatable: true, signal: options.signal })
  return read(answer, trackerIssueShape(options.epicLinkFieldId), line.site)
}

async function readMany(line: SiteLine, idsOrKeys: readonly string[], options: ReadOptions): Promise<Issues> {
  const flavour = await line.flavour()
  if (!flavour.ok) return flavour
  const wanted = [...new Set(idsOrKeys)]
  const batches = Array.from({ length: Math.ceil(wanted.length / fetchedAtOnce) }, (_, at) =>
    wanted.slice(at * fetchedAtOnce, (at + 1) * fetchedAtOnce),
  )
  const shape = z.object({ issues: z.array(trackerIssueShape(options.epicLinkFieldId)) })
  return together(batches, async (batch) => {
    // The older search refuses a query that names an issue which is gone, unless it is told not to look so closely.
    const [path, body] =
      flavour.value === 'cloud'
        ? ['/rest/api/3/issue/bulkfetch', { issueIdsOrKeys: batch, fields: fieldsFor(options) }]
        : [
            '/rest/api/2/search',
            {
              jql: `key in (${keyList(batch)})`,
              fields: fieldsFor(options),
              maxResults: fetchedAtOnce,
              validateQuery: 'none',
            },
          ]
    const answer = await line.ask({
      method: 'POST',
      path: String(path),
      body,
      isRepeatable: true,
      signal: options.signal,
    })
    return mapAnswer(read(answer, shape, line.site), ({ issues }) => issues)
  })
}

async function readChildren(line: SiteLine, parentKeys: readonly string[], options: ReadOptions): Promise<Issues> {
  const flavour = await line.flavour()
  if (!flavour.ok) return flavour
  const batches = Array.from({ length: Math.ceil(parentKeys.length / parentsAtOnce) }, (_, at) =>
    parentKeys.slice(at * parentsAtOnce, (at + 1) * parentsAtOnce),
  )
  const counts = batches.map(() => 0)
  return together(batches, (batch, at) =>
    searchInRank(line, childrenOf(batch, flavour.value === 'cloud' ? null : (options.epicLinkFieldId ?? null)), {
      ...options,
      onPage: (issues) => {
        counts[at] = issues
        options.onPage?.(counts.reduce((sum, count) => sum + count, 0))
      },
    }),
  )
}

/** On Data Center an epic's children are told by a field of its own, and only sub-tasks have a parent. */
function childrenOf(parents: readonly string[], epicLinkFieldId: string | null): string {
  const [only] = parents
  const below = parents.length === 1 && only !== undefined ? `= ${quoted(only)}` : `in (${keyList(parents)})`
  if (epicLinkFieldId === null) return `parent ${below}`
  return `(cf[${epicLinkFieldId.replace(/^customfield_/, '')}] ${below} OR parent ${below})`
}

/** A site without Jira Software has no field Rank and refuses the query; there the order is that of creation. */
async function searchInRank(line: SiteLine, jql: string, options: ReadOptions): Promise<Issues> {
  const ranked = await search(line, `${jql} ORDER BY rank`, options)
  if (ranked.ok || ranked.failure.kind !== 'invalid') return ranked
  const plain = await search(line, `${jql} ORDER BY created`, options)
  return plain.ok ? plain : ranked
}

/** More issues than this are not asked one by one whether they are ours. */
const mostAsked = 200

interface Wish {
  readonly projectKey: string
  readonly minutes: number
  readonly summary: string
  readonly options: ReadOptions
}

/** Searches cannot look into properties, so the new issues of the project are asked one by one, the likely ones first. */
async function readCreatedFor(line: SiteLine, nodeId: string, { projectKey, minutes, ...wish }: Wish): Promise<Issues> {
  const jql = `project = ${quoted(projectKey)} AND created >= "-${Math.max(1, Math.ceil(minutes))}m" ORDER BY created`
  const found = await search(line, jql, wish.options)
  if (!found.ok) return found
  const [likely, others] = [true, false].map((isLikely) =>
    found.value.filter(({ summary }) => (summary === wish.summary) === isLikely),
  )
  const ours: TrackerIssue[] = []
  for (const issue of [...(likely ?? []), ...(others ?? [])].slice(0, mostAsked)) {
    const owner = await readNodeId(line, issue.id)
    if (!owner.ok) return owner
    if (owner.value === nodeId) ours.push(issue)
    if (ours.length > 0 && issue.summary !== wish.summary) break
  }
  return { ok: true, value: ours.toSorted((left, right) => Number(left.id) - Number(right.id)) }
}

const propertyShape = z.object({ value: z.object({ id: z.string() }) })

async function readNodeId(line: SiteLine, idOrKey: string): Promise<TrackerAnswer<string | null>> {
  const flavour = await line.flavour()
  if (!flavour.ok) return flavour
  const path = `${apiOf(flavour.value)}/issue/${encodeURIComponent(idOrKey)}/properties/${nodeProperty}`
  const answer = await line.ask({ method: 'GET', path, isRepeatable: true })
  if (!answer.ok) return answer.failure.kind === 'not-found' ? { ok: true, value: null } : answer
  const read = propertyShape.safeParse(answer.value)
  return { ok: true, value: read.success ? read.data.value.id : null }
}

/** All at once, as far as the site's gate lets them; the first failure is the answer. */
async function together<Batch>(
  batches: readonly Batch[],
  work: (batch: Batch, at: number) => Promise<Issues>,
): Promise<Issues> {
  const answers = await Promise.all(batches.map(work))
  const failed = answers.find((answer) => !answer.ok)
  if (failed !== undefined && !failed.ok) return failed
  const issues = answers.flatMap((answer) => (answer.ok ? answer.value : []))
  return { ok: true, value: [...new Map(issues.map((issue) => [issue.id, issue])).values()] }
}

async function search(line: SiteLine, jql: string, options: ReadOptions): Promise<Issues> {
  const flavour = await line.flavour()
  if (!flavour.ok) return flavour
  const page = flavour.value === 'cloud' ? tokenPage : numberedPage
  const issues = new Map<string, TrackerIssue>()
  let place: Place | null = { token: null, startAt: 0 }
  let length = pageLength
  for (let count = 0; place !== null && count < mostPages; count += 1) {
    const answer: TrackerAnswer<Page> = await page(line, { jql, place, length, options })
    if (!answer.ok && answer.failure.message === tooLong(line.site).message && length > shortestPage) {
      length = Math.max(Math.floor(length / 5), shortestPage)
      continue
    }
    if (!answer.ok) return answer
    // What moved while we were reading may come twice.
    for (const issue of answer.value.issues) issues.set(issue.id, issue)
    place = answer.value.next
    options.onPage?.(issues.size)
  }
  return { ok: true, value: [...issues.values()] }
}

interface Place {
  readonly token: string | null
  readonly startAt: number
}

interface Page {
  readonly issues: readonly TrackerIssue[]
  readonly next: Place | null
}

interface Wanted {
  readonly jql: string
  readonly place: Place
  readonly length: number
  readonly options: ReadOptions
}

type ReadPage = (line: SiteLine, wanted: Wanted) => Promise<TrackerAnswer<Page>>

const tokenPage: ReadPage = async (line, { jql, place, length, options }) => {
  const shape = z.object({
    issues: z.array(trackerIssueShape(options.epicLinkFieldId)),
    isLast: z.boolean().nullish(),
    nextPageToken: z.string().nullish(),
  })
  const body = {
    jql,
    fields: fieldsFor(options),
    maxResults: length,
    ...(place.token !== null && { nextPageToken: place.token }),
  }
  const path = '/rest/api/3/search/jql'
  const answer = await line.ask({ method: 'POST', path, body, isRepeatable: true, signal: options.signal })
  return mapAnswer(read(answer, shape, line.site), ({ issues, isLast, nextPageToken }) => ({
    issues,
    next: isLast === true || nextPageToken == null ? null : { token: nextPageToken, startAt: 0 },
  }))
}

const numberedPage: ReadPage = async (line, { jql, place, length, options }) => {
  const shape = z.object({ issues: z.array(trackerIssueShape(options.epicLinkFieldId)), total: z.number() })
  const body = { jql, fields: fieldsFor(options), maxResults: length, startAt: place.startAt }
  const path = '/rest/api/2/search'
  const answer = await line.ask({ method: 'POST', path, body, isRepeatable: true, signal: options.signal })
  return mapAnswer(read(answer, shape, line.site), ({ issues, total }) => {
    const startAt = place.startAt + issues.length
    return { issues, next: issues.length === 0 || startAt >= total ? null : { token: null, startAt } }
  })
}
