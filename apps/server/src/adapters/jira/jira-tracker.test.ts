import { afterEach, describe, expect, it } from 'vitest'

import { withGarbageCollection } from '../../testing/collect-garbage.ts'
import { addDemoEpic } from '@espalier/stand-ins/jira/demo-epic.ts'
import type { SiteFaultKind } from '@espalier/stand-ins/jira/site-faults.ts'
import { startJiraSite, type JiraSite, type JiraSiteOptions } from '@espalier/stand-ins/jira/jira-site.ts'
import { epicLinkField } from '@espalier/stand-ins/jira/site-store.ts'
import type { NewTrackerIssue, TrackerResult } from '../../ports/tracker.ts'
import { createJiraTracker, type JiraTrackerOptions } from './jira-tracker.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

const domains = { cloud: 'acme.atlassian.net', 'data-center': 'jira.example.com' } as const

async function open(options: JiraSiteOptions = {}, more: Partial<JiraTrackerOptions> = {}) {
  const site = await startJiraSite(options)
  opened.push(() => site.stop())
  const domain = domains[site.flavor]
  const tracker = createJiraTracker({
    hostMap: new Map([[domain, site.url]]),
    allowHosts: [],
    backoffMs: 5,
    // The timeout suits a busy machine; only a site that never answers gets less.
    timeoutMs: 20_000,
    circuit: { failures: 50, openMs: 60_000 },
    ...more,
  })
  opened.push(() => tracker.close())
  const at = (apiKey = site.token) => tracker.site({ domain, apiUser: site.email, apiKey })
  return { site, tracker, at, jira: at() }
}

function expectValue<Value>(answer: TrackerResult<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.reason))
  return answer.value
}

const getFailure = <Value>(answer: TrackerResult<Value>) => (answer.ok ? null : answer.reason)

const story = (more: Partial<NewTrackerIssue> = {}): NewTrackerIssue => ({
  projectKey: 'ACME',
  typeId: '10101',
  title: '<p>A <strong>title</strong></p>',
  description: '<p>one</p><ul><li>two</li></ul>',
  parentKey: null,
  epicLinkFieldId: null,
  nodeId: 'node-0',
  ...more,
})

const paths = (site: JiraSite): string[] => site.requests.map(({ method, path }) => `${method} ${path}`)

describe.each(['cloud', 'data-center'] as const)('Jira (%s)', (flavour) => {
  it('reads the current user and the available projects and types', async () => {
    const { jira } = await open({ flavor: flavour, longestPage: 1 })
    expect(expectValue(await jira.myself())).toMatchObject({ accountId: 'ada-account', name: 'Ada' })
    const projects = expectValue(await jira.projects())
    expect(projects.map(({ key }) => key)).toEqual(['ACME', 'OPS'])
    expect(projects[0]?.issueTypes).toContainEqual({ id: '10100', name: 'Epic', untranslatedName: null, level: 1 })
    expect(projects[0]?.issueTypes).toContainEqual({ id: '10103', name: 'Sub-task', untranslatedName: null, level: -1 })
    expect(expectValue(await jira.linkTypes())).toContainEqual({ id: '10200', name: 'Blocks' })
    expect(expectValue(await jira.epicLinkFieldId())).toBe(flavour === 'cloud' ? null : epicLinkField)
  })

  it('distinguishes a wrong key from a right one', async () => {
    const { at } = await open({ flavor: flavour })
    expect(getFailure(await at('wrong').myself())).toMatchObject({ kind: 'rejected' })
    expect(getFailure(await at('wrong').myself())?.message).toContain('classic (unscoped) API token')
  })

  it('reads an epic and its descendants over pages shorter than requested', async () => {
    const { site, jira } = await open({ flavor: flavour, longestPage: 7 })
    const epicLinkFieldId = expectValue(await jira.epicLinkFieldId())
    const epic = addDemoEpic(site, 'Launch', { stories: 20, subtasksEach: 2 })
    const stories = expectValue(await jira.children([epic.key], { epicLinkFieldId }))
    expect(stories.map(({ summary }) => summary)).toEqual(Array.from({ length: 20 }, (_, at) => `Story ${at + 1}`))
    expect(stories.every(({ parentKey }) => parentKey === epic.key)).toBe(true)
    expect(stories.slice(0, 3).map(({ status }) => status)).toEqual(['progress', 'done', 'todo'])
    expect(stories[1]?.links).toHaveLength(2)
    expect(stories[1]?.links).toContainEqual(
      expect.objectContaining({ typeId: '10200', direction: 'outward', otherKey: stories[2]?.key }),
    )
    expect(stories[1]?.links).toContainEqual(
      expect.objectContaining({ typeId: '10200', direction: 'inward', otherKey: stories[0]?.key }),
    )
    const steps = expectValue(
      await jira.children(
        stories.map(({ key }) => key),
        { epicLinkFieldId },
      ),
    )
    expect(steps).toHaveLength(40)
    expect(steps.every((step) => !step.mayHaveChildren)).toBe(true)
    expect(expectValue(await jira.issue(epic.key)).description).toBe('<p>All of Launch.</p>')
  })

  it('creates, changes, moves and deletes an issue', async () => {
    const { site, jira } = await open({ flavor: flavour })
    const epic = site.add({ type: 'Epic', summary: 'Epic' })
    const epicLinkFieldId = expectValue(await jira.epicLinkFieldId())
    const made = expectValue(await jira.create(story({ parentKey: epic.key, epicLinkFieldId, nodeId: 'node-1' })))
    const options = { epicLinkFieldId }
    expect(expectValue(await jira.issue(made.key, options))).toMatchObject({
      id: made.id,
      summary: 'A title',
      description: '<p>one</p><ul><li>two</li></ul>',
      parentKey: epic.key,
      status: 'todo',
      labels: [],
    })
    const agreed = '<p>one</p><ul><li>two</li></ul>'
    const cleared = { agreed, edited: '', winner: 'ours' } as const
    const { document } = expectValue(await jira.mergeDescription(made.key, cleared))
    expectValue(await jira.update(made.key, { title: 'Other', document }))
    expectValue(await jira.setParent(made.key, null, { epicLinkFieldId }))
    expect(expectValue(await jira.moveTo(made.key, 'done'))).toBe('moved')
    expect(expectValue(await jira.issue(made.key, options))).toMatchObject({
      summary: 'Other',
      description: '',
      parentKey: null,
      status: 'done',
    })
    const within = { projectKey: 'ACME', minutes: 5, summary: 'A title' }
    expect(expectValue(await jira.createdFor('node-1', within)).map(({ key }) => key)).toEqual([made.key])
    expect(expectValue(await jira.createdFor('node-2', within))).toEqual([])
    expect(expectValue(await jira.changedWithin('ACME', 5)).map(({ key }) => key)).toContain(made.key)
    expectValue(await jira.remove(made.key))
    expect(getFailure(await jira.issue(made.key))).toMatchObject({ kind: 'not-found' })
    expectValue(await jira.remove(made.key))
    expect(expectValue(await jira.issues([epic.key, epic.id])).map(({ key }) => key)).toEqual([epic.key])
  })

  it('links issues in the intended direction', async () => {
    const { site, jira } = await open({ flavor: flavour })
    const [first, second] = [site.add({ summary: 'first' }), site.add({ summary: 'second' })]
    expectValue(await jira.link('10200', first.key, second.key))
    const [link] = expectValue(await jira.issue(first.key)).links
    expect(link).toMatchObject({ direction: 'outward', otherKey: second.key })
    expect(expectValue(await jira.issue(second.key)).links).toMatchObject([
      { direction: 'inward', otherKey: first.key },
    ])
    expectValue(await jira.unlink(link?.id ?? ''))
    expect(expectValue(await jira.issue(first.key)).links).toEqual([])
  })

  it('returns the title and description that normalize predicted', async () => {
    const { jira } = await open({ flavor: flavour })
    const description = '<h1>H</h1><p>a <em>b</em> {x} [y]</p><ul><li>c<ol><li>d</li></ol></li></ul><pre>e *f*</pre>'
    const made = expectValue(await jira.create(story({ description })))
    const kept = expectValue(await jira.normalize('<p>A <strong>title</strong></p>', description))
    expect(expectValue(await jira.issue(made.key))).toMatchObject(kept)
  })

  it('reports that no transition leads to a status', async () => {
    const { site, jira } = await open({ flavor: flavour })
    const issue = site.add({ summary: 'stuck' })
    site.freeze(issue.key)
    expect(expectValue(await jira.moveTo(issue.key, 'done'))).toBe('no-way')
    expect(issue.status.name).toBe('To Do')
  })

  it('reports why a write was refused', async () => {
    const { jira } = await open({ flavor: flavour })
    const failure = getFailure(await jira.create(story({ typeId: '1' })))
    expect(failure).toMatchObject({ kind: 'invalid', fields: { issuetype: expect.stringContaining('valid') } })
    expect(failure?.message).toContain('valid issue type')
    expect(failure?.mayHaveHappened).toBeUndefined()
  })
})

describe('Jira Data Center', () => {
  it('sends an epic name if it is required', async () => {
    const { site, jira } = await open({ flavor: 'data-center' })
    const made = expectValue(await jira.create(story({ typeId: '10100', title: 'Big' })))
    expect(site.store.find(made.key)?.epicName).toBe('Big')
  })
})

describe('Jira Cloud', () => {
  it('falls back to the epic link if the parent is refused and never uses the removed search', async () => {
    const { site, jira } = await open({ hasEpicLink: true })
    const epic = site.add({ type: 'Epic', summary: 'Epic' })
    const made = expectValue(await jira.create(story()))
    expectValue(await jira.setParent(made.key, epic.key, { epicLinkFieldId: epicLinkField }))
    expect(expectValue(await jira.issue(made.key)).parentKey).toBe(epic.key)
    expect(getFailure(await jira.setParent(made.key, made.key, { epicLinkFieldId: null }))).toMatchObject({
      kind: 'invalid',
    })
    await jira.children([epic.key])
    expect(paths(site)).not.toContain('POST /rest/api/3/search')
  })

  it('sends at most four requests at once with fifty parents each', async () => {
    const { site, jira } = await open({ latencyMs: 20 })
    addDemoEpic(site, 'Wide', { stories: 300, subtasksEach: 1 })
    const stories = expectValue(await jira.children(['ACME-1']))
    site.clearFaults()
    const before = site.requests.length
    expect(expectValue(await jira.children(stories.map(({ key }) => key)))).toHaveLength(300)
    expect(site.requests.length - before).toBe(6)
    expect(site.maxConcurrent()).toBe(4)
  })

  it('continues with shorter pages if one is too long', async () => {
    const { site, jira } = await open()
    addDemoEpic(site, 'Long', { stories: 10, subtasksEach: 0 })
    site.injectFault({ kind: 'huge', times: 1, where: /search/ })
    expect(expectValue(await jira.children(['ACME-1']))).toHaveLength(10)
  })
})

const shortWait = { timeoutMs: 300 }
const faults: readonly SiteFaultKind[] = [
  'slow',
  'cut',
  'lost',
  'half',
  'garbage',
  'error',
  'huge',
  'redirect',
  'limit',
]

describe('Failing Jira site', () => {
  it.each(faults)('reports a failed read from a site that is %s in plain words', async (kind) => {
    const { site, jira } = await open({}, { longestWaitMs: 0, ...(kind === 'slow' && shortWait) })
    site.injectFault({ kind })
    const failure = getFailure(await jira.myself())
    expect(['unreachable', 'failed', 'limited']).toContain(failure?.kind)
    expect(failure?.message).toMatch(/^acme\.atlassian\.net [a-z ]+$/)
  })

  it('stops waiting for a slow site when the request is aborted, even after a garbage collection', async () => {
    const { site, jira } = await open({}, { longestWaitMs: 0, timeoutMs: 2_000 })
    // The flavor of the site is detected first and without a signal.
    addDemoEpic(site, 'Slow', { stories: 1, subtasksEach: 0 })
    expectValue(await jira.children(['ACME-1']))
    site.injectFault({ kind: 'slow' })
    const { signal } = new AbortController()
    const answer = await withGarbageCollection(jira.children(['ACME-1'], { signal }))
    expect(getFailure(answer)?.kind).toBe('unreachable')
  })

  it('stops reading a huge response after 5 MiB', async () => {
    const { site, jira } = await open()
    site.injectFault({ kind: 'huge' })
    expect(getFailure(await jira.myself())?.message).toBe('acme.atlassian.net sent an answer that is too long')
  })

  it.each(['slow', 'lost', 'half', 'garbage', 'error', 'cut'] as const)(
    'sends a create once to a site that is %s and reports an uncertain outcome',
    async (kind) => {
      const { site, jira } = await open({}, kind === 'slow' ? shortWait : {})
      site.injectFault({ kind })
      expect(getFailure(await jira.create(story()))).toMatchObject({ mayHaveHappened: true })
      site.clearFaults()
      expect(site.store.issues.size).toBeLessThanOrEqual(1)
    },
  )

  it('reports that nothing happened when the site was unreachable', async () => {
    const { site, jira } = await open()
    await site.stop()
    opened.shift()
    const failure = getFailure(await jira.create(story()))
    expect(failure).toMatchObject({ kind: 'unreachable' })
    expect(failure?.mayHaveHappened).toBeUndefined()
  })

  it('retries a rate-limited site after the requested pause', async () => {
    const { site, jira } = await open()
    site.injectFault({ kind: 'limit', retryAfterSeconds: 0, times: 2 })
    expect(expectValue(await jira.myself()).name).toBe('Ada')
    site.injectFault({ kind: 'limit', retryAfterSeconds: 3_600, times: 1 })
    expect(getFailure(await jira.myself())).toMatchObject({ kind: 'limited', retryAfterMs: 3_600_000 })
    site.injectFault({ kind: 'limit', retryAfterSeconds: 0, times: 1 })
    expect(getFailure(await jira.create(story()))).toMatchObject({ kind: 'limited' })
    expect(site.store.issues.size).toBe(0)
  })

  it('reads completely although connections are cut now and then', async () => {
    const { site, jira } = await open()
    site.injectFault({ kind: 'cut', times: 2 })
    expect(expectValue(await jira.myself()).name).toBe('Ada')
  })

  it('leaves a failing site alone for a while', async () => {
    const { site, jira } = await open({}, { circuit: { failures: 3, openMs: 60_000 } })
    site.injectFault({ kind: 'error' })
    for (let call = 0; call < 3; call += 1) await jira.myself()
    const asked = site.requests.length
    const failure = getFailure(await jira.myself())
    expect(failure).toMatchObject({ kind: 'unreachable', retryAfterMs: expect.any(Number) })
    expect(site.requests.length).toBe(asked)
  })
})
