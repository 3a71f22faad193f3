import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildMailMessage } from '../../adapters/mail/mail-carriers.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import type { Letter } from '../../ports/mail.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createUnsubscribes, sendMailJobRunner, unsubscribeRoutes, type Unsubscribes } from './index.ts'

let test: TestDatabase
let app: FastifyInstance
let refusals: Unsubscribes

beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  const secrets = ['a secret that is long enough to sign with']
  refusals = createUnsubscribes({
    database: openDatabase(test.pool),
    secrets,
    apiUrl: () => 'https://api.espalier.example',
  })
  app = fastify()
  await app.register(
    unsubscribeRoutes({
      unsubscribes: refusals,
      productName: 'Espalier',
      readWebOrigin: () => 'https://espalier.example',
    }),
  )
})
afterEach(async () => {
  await app.close()
  await test.drop()
})

const pathFor = (address: string) => {
  const { pathname, search } = new URL(refusals.urlFor(address))
  return pathname + search
}
const letter = (more: Partial<Letter> = {}): Letter => ({
  id: 'b1f5c7d2-0000-4000-8000-000000000001',
  writtenAt: '2026-03-01T09:00:00.000Z',
  to: 'bea@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  ...more,
})

it('asks before it unsubscribes, because scanners follow every link of a mail', async () => {
  const page = await app.inject(pathFor('Bea@Example.com'))
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('bea@example.com')
  const action = /action="(\/unsubscribe\?t=[^"]+)"/.exec(page.body)?.[1] ?? ''
  expect(await refusals.has('bea@example.com')).toBe(false)
  expect((await app.inject({ method: 'POST', url: action })).body).toContain('You are unsubscribed')
  expect(await refusals.has('BEA@example.com')).toBe(true)
  expect(await refusals.has('cy@example.com')).toBe(false)
})

it.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
])('unsubscribes with one click of a mail program, as %s, and repeatedly', async (type, payload) => {
  const post = () =>
    app.inject({ method: 'POST', url: pathFor('bea@example.com'), headers: { 'content-type': type }, payload })
  expect((await post()).statusCode).toBe(200)
  expect((await post()).statusCode).toBe(200)
  expect(await refusals.has('bea@example.com')).toBe(true)
})

it.each(['/unsubscribe', '/unsubscribe?t=', '/unsubscribe?t=YmVh.YmVh', '/unsubscribe?t=a&t=b'])(
  '%s shows that the link does not work',
  async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.inject({ method, url })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link does not work')
    }
    expect((await test.pool.query('select from mail_refusals')).rowCount).toBe(0)
  },
)

it('does not send optional mails to an unsubscribed person, but still sends account mails', async () => {
  const carried: string[] = []
  const carrier = { deliver: async ({ subject }: Letter) => void carried.push(subject), close: async () => {} }
  const run = sendMailJobRunner({
    carrier,
    unsubscribes: refusals,
    log: createRecordedLog(),
    jobs: { add: async () => {} },
  })
  const ending = letter({ subject: 'Invite', unsubscribeUrl: refusals.urlFor('bea@example.com') })
  await run(ending)
  await refusals.add('bea@example.com')
  await run(ending)
  await run(letter({ subject: 'Recovery code' }))
  expect(carried).toEqual(['Invite', 'Recovery code'])
})

it('adds the unsubscribe headers only to optional mails', () => {
  const { headers } = buildMailMessage(
    letter({ unsubscribeUrl: 'https://api.espalier.example/unsubscribe?t=x' }),
    'a@b.example',
  )
  expect(headers).toMatchObject({
    'List-Unsubscribe': '<https://api.espalier.example/unsubscribe?t=x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(Object.keys(buildMailMessage(letter(), 'a@b.example').headers).join()).not.toContain('Unsubscribe')
})
