import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import fastify, { type FastifyInstance } from 'fastify'
import ICAL from 'ical.js'
import { openTestProject, type NodeClient } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createRates } from '../../reliability/rates.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { deletePersonData } from '../account/index.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { calendarRoutes } from './calendar-routes.ts'

interface Feed {
  readonly id: string
  readonly projectId: string | null
  readonly url: string
  readonly createdAt: number
}

const creating =
  'mutation ($projectId: ID) { createCalendarFeed(projectId: $projectId) { id projectId url createdAt } }'
const listing = '{ calendarFeeds { id projectId url createdAt } }'
const revoking = 'mutation ($id: ID!) { revokeCalendarFeed(id: $id) }'
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

let world: ProjectWorld
let http: FastifyInstance
let round = 0
let ann: SignedInViewer
let bob: SignedInViewer
let project: NodeClient

beforeAll(async () => {
  world = await openProjectWorld()
  http = await serve({ rates: null })
})
afterAll(async () => {
  await http.close()
  await world.close()
})
beforeEach(async () => {
  round += 1
  ann = world.person(`ann${round}`)
  bob = world.person(`bob${round}`)
  project = await openTestProject(world, ann, 'Garden, "south"; and\\more')
})

const webUrl = () => 'https://espalier.example'

async function serve({ rates }: Pick<Parameters<typeof calendarRoutes>[0], 'rates'>): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(calendarRoutes({ feeds: world.calendars, rates, productName: 'Espalier', webUrl }))
  return app
}

const create = async (viewer = ann, projectId: string | null = null) =>
  (await world.get<{ createCalendarFeed: Feed }>(viewer, creating, { projectId })).createCalendarFeed
const list = async (viewer = ann) => (await world.get<{ calendarFeeds: Feed[] }>(viewer, listing)).calendarFeeds
const update = (data: object) => world.get(ann, updating, { id: project.projectId, data })
const read = (url: string, headers: Record<string, string> = {}) => http.inject({ url: new URL(url).pathname, headers })

async function readEvents(url: string) {
  const { statusCode, body } = await read(url)
  expect(statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return { event, component, first: event.startDate.toString(), end: event.endDate.toString() }
  })
}

const summarize = async (url: string) => (await readEvents(url)).map(({ event }) => event.summary).sort()

describe('calendar addresses', () => {
  it('contain a secret of 256 bits, are shown again and belong to one person', async () => {
    const feed = await create()
    expect(feed.url).toMatch(/^https:\/\/espalier\.example\/calendar\/[\w-]{43}\.ics$/)
    const other = await create(ann, project.projectId)
    expect(await list()).toEqual([feed, other])
    expect(await list(bob)).toEqual([])
    expect(readErrorCode(await world.ask(bob, revoking, { id: feed.id }))).toBe('NOT_FOUND')
  })

  it('are not readable in the database', async () => {
    const { url } = await create()
    const secret = /calendar\/(.+)\.ics/.exec(url)?.[1] ?? ''
    const { rows } = await world.test.pool.query('select calendar_feeds::text as stored from calendar_feeds')
    // PostgreSQL writes bytes as hexadecimal digits.
    for (const readable of [secret, Buffer.from(secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(readable)
  })

  it('answer the same whether they are revoked, unknown or malformed', async () => {
    const { id, url } = await create()
    expect((await read(url)).statusCode).toBe(200)
    await world.get(ann, revoking, { id })
    const answers = [await read(url)]
    for (const name of [`${'A'.repeat(43)}.ics`, 'x.ics', `${'A'.repeat(43)}`, '%00.ics']) {
      answers.push(await http.inject({ url: `/calendar/${name}` }))
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(readErrorCode(await world.ask(ann, revoking, { id }))).toBe('NOT_FOUND')
  })

  it('are limited to 50 a person', async () => {
    for (let count = 0; count < 50; count += 1) await create()
    const { errors } = await world.ask(ann, creating)
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
    expect(await list()).toHaveLength(50)
  })

  it('end with the account', async () => {
    const { url } = await create()
    await deletePersonData(world.database, ann.person.id)
    expect((await read(url)).statusCode).toBe(404)
  })
})

describe('a calendar', () => {
  it('has what is assigned to the person, with dates, and not done', async () => {
    const mine = { assigneeIds: [ann.person.id] }
    await project.add({ ...mine, title: 'due', dueDate: '2026-12-31' })
    await project.add({ ...mine, title: 'long', startDate: '2026-02-27', dueDate: '2026-03-01' })
    await project.add({ ...mine, title: 'begins', startDate: '2026-05-01' })
    await project.add({ ...mine, title: 'undated' })
    await project.add({ ...mine, title: 'done', dueDate: '2026-12-31', status: 'done' })
    await project.add({ title: 'not mine', dueDate: '2026-12-31' })
    const events = await readEvents((await create()).url)
    const days = events.map(({ event, first, end }) => [event.summary, first, end]).sort()
    expect(days).toEqual([
      ['begins', '2026-05-01', '2026-05-02'],
      ['due', '2026-12-31', '2027-01-01'],
      ['long', '2026-02-27', '2026-03-02'],
    ])
    expect(events.every(({ event }) => event.startDate.isDate)).toBe(true)
  })

  it('of a project has everything with dates in it', async () => {
    await project.add({ title: 'due', dueDate: '2026-12-31' })
    const other = await openTestProject(world, ann)
    await other.add({ title: 'elsewhere', dueDate: '2026-12-31' })
    const { url } = await create(ann, project.projectId)
    expect(await summarize(url)).toEqual(['due'])
    expect((await read(url)).body).toContain('\r\nX-WR-CALNAME:Garden\\, "south"\\; and\\\\more\r\n')
  })

  it('carries hostile and long texts unchanged and breaks no line', async () => {
    const title = 'Ünïcödé 🌳 a,b;c\\d BEGIN:VEVENT'
    const body = `<p>one</p><p>two ${'🌳'.repeat(200)}</p>`
    const { id } = await project.add({ title, body, dueDate: '2026-12-31', priority: 'urgent' })
    const { url } = await create(ann, project.projectId)
    const [found, ...others] = await readEvents(url)
    expect(others).toEqual([])
    expect(found?.event.summary).toBe(title)
    expect(found?.event.description).toBe(`one two ${'🌳'.repeat(200)}`)
    expect(found?.event.uid).toBe(`${id}@espalier.example`)
    expect(found?.component.getFirstPropertyValue('priority')).toBe(1)
    expect(found?.component.getFirstPropertyValue('categories')).toBe('Garden, "south"; and\\more')
    expect(found?.component.getFirstPropertyValue('url')).toBe(
      `https://espalier.example/tree/${project.projectId}#node=${id}`,
    )
    const { body: text } = await read(url)
    const lines = text.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\uFFFD]/)
  })

  it('follows the access of its person at every read', async () => {
    const assigned = { assigneeIds: [bob.person.id], dueDate: '2026-12-31', title: 'for bob' }
    await update({ sharing: { users: { [bob.person.id]: 'viewer' } } })
    await project.add(assigned)
    const [own, ofProject] = [await create(bob), await create(bob, project.projectId)]
    expect([await summarize(own.url), await summarize(ofProject.url)]).toEqual([['for bob'], ['for bob']])
    await update({ sharing: { users: {} } })
    expect(await summarize(own.url)).toEqual([])
    expect((await read(ofProject.url)).statusCode).toBe(404)
    await update({ sharing: { users: { [bob.person.id]: 'viewer' } } })
    expect(await summarize(ofProject.url)).toEqual(['for bob'])
    await update({ status: 'deleted' })
    expect(await summarize(own.url)).toEqual([])
    expect((await read(ofProject.url)).statusCode).toBe(404)
  })

  it('is not sent again while nothing has changed', async () => {
    const { id } = await project.add({ title: 'a', dueDate: '2026-12-31' })
    const { url } = await create(ann, project.projectId)
    const { headers } = await read(url)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    const etag = String(headers.etag)
    const again = await read(url, { 'if-none-match': `"x", W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await project.change(id, { dueDate: '2027-01-01' })
    expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('may be read 120 times an hour', async () => {
    const limited = await serve({ rates: createRates({ store: null, log: createRecordedLog() }) })
    const { pathname } = new URL((await create()).url)
    for (let count = 0; count < 120; count += 1) {
      expect((await limited.inject({ url: pathname })).statusCode).toBe(200)
    }
    expect((await limited.inject({ url: pathname })).statusCode).toBe(429)
    await limited.close()
  })

  it('name what an event waits for, as RFC 9253 does, without deleted nodes', async () => {
    const [first, gone] = [await project.add({ title: 'first', dueDate: '2030-01-01' }), await project.add()]
    const then = await project.add({ title: 'then', dueDate: '2030-02-01', blockedByIds: [first.id, gone.id] })
    await project.try('deleteNode', { id: gone.id })
    const events = await readEvents((await create(ann, project.projectId)).url)
    const related = new Map(
      events.map(({ event, component }) => [
        event.summary,
        component.getAllProperties('related-to').map((one) => [one.getFirstParameter('reltype'), one.getFirstValue()]),
      ]),
    )
    expect(related.get('then')).toEqual([['DEPENDS-ON', `${first.id}@espalier.example`]])
    expect(related.get('first')).toEqual([['FINISHTOSTART', `${then.id}@espalier.example`]])
  })
})
