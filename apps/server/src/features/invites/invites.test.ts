import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { graphql } from 'graphql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobQueue, installJobs } from '../../adapters/graphile-worker/job-queue.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import type { Letter } from '../../ports/mail.ts'
import { createFakeIdentities, type FakeIdentities } from '../../testing/fake-identities.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { makeSchema } from '../../transport/graphql/schema.ts'
import { type Accounts, accountSlice, createAccounts } from '../account/index.ts'
import { createMailer, createUnsubscribes } from '../mail/index.ts'
import { createInvites } from './invites.ts'
import { invitesSlice } from './resolvers.ts'
import { createInviteTokens } from './store.ts'

const web = 'https://espalier.example'
const secrets = ['a secret that is long enough to sign with']
const inviting = 'mutation ($emails: [String!]!) { inviteToBeta(emails: $emails) }'
const accepting = 'mutation ($invite: String!) { acceptInvite(invite: $invite) }'

let test: TestDatabase
let fake: FakeIdentities
let accounts: Accounts
let now: Date
let ada: string

beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  await installJobs(test.pool, createRecordedLog())
  fake = createFakeIdentities()
  now = new Date('2026-03-01T09:00:00Z')
  accounts = createAccounts({
    database: openDatabase(test.pool),
    identities: fake.identities,
    signup: 'beta',
    trialDays: 14,
  })
  ada = fake.signIn({ email: 'ada@example.com', status: 'active' }).cookie
})
afterEach(() => test.drop())

/** One of several servers on the same database. */
function server() {
  const database = openDatabase(test.pool)
  const refusals = createUnsubscribes({ database, secrets, apiUrl: () => 'https://api.espalier.example' })
  const invites = createInvites({
    database,
    identities: fake.identities,
    mailer: createMailer({ jobs: createJobQueue(test.pool) }),
    tokens: createInviteTokens(secrets),
    productName: 'Espalier',
    audit: () => {},
    webUrl: () => web,
    buildUnsubscribeUrl: refusals.urlFor,
    now: () => now,
  })
  return makeSchema([accountSlice({ accounts, secrets: ['a secret of the tests'] }), invitesSlice(invites)])
}

async function ask(cookie: string, source: string, variableValues: Record<string, unknown>, schema = server()) {
  const viewer = await accounts.authenticate({ cookie })
  const log = pino({ enabled: false })
  const contextValue = {
    viewer,
    clientId: null,
    operationId: null,
    requestId: 'test',
    log,
    budget: createRequestBudget(),
  }
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue })
  const error = errors?.[0]?.originalError
  if (error != null) return error
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join())
  return Object.values(data ?? {})[0]
}
const invite = (emails: readonly string[], cookie = ada) => ask(cookie, inviting, { emails })
const accept = (token: string, cookie: string) => ask(cookie, accepting, { invite: token })
const letters = async () => {
  const { rows } = await test.pool.query<{ payload: Letter }>(
    'select payload from graphile_worker._private_jobs order by id',
  )
  return rows.map(({ payload }) => payload)
}
const tokenFor = async (email: string): Promise<string> => {
  const text = (await letters()).findLast(({ to }) => to === email)?.text ?? ''
  const url = /https:\/\/espalier\.example\/register\?invite=\S+/.exec(text)?.[0] ?? web
  return new URL(url).searchParams.get('invite') ?? ''
}
const findStatus = async (email: string) => (await fake.identities.findByEmail(email))?.status
/** Removes what differs by the recipient's address from a mail. */
const shape = (letter: Letter | undefined) => letter?.text.replaceAll(/(member|nobody)@|[?&]\w+=\S+/g, '')
const register = (email: string, status: string | null = 'pending') => fake.signIn({ email, status }).cookie
const refusedFor = (message: string) => expect.objectContaining({ code: 'BAD_USER_INPUT', message })

describe('inviteToBeta', () => {
  it('mails each address its own link in both texts with an unsubscribe link', async () => {
    expect(await invite([' Bea@Example.com', 'cy@example.com', 'bea@example.com'])).toBe(true)
    const sent = await letters()
    expect(sent.map(({ to }) => to)).toEqual(['bea@example.com', 'cy@example.com'])
    for (const { subject, text, html, unsubscribeUrl = '' } of sent) {
      expect(subject).toBe('ada@example.com invites you to Espalier')
      for (const body of [text, html]) expect(body).toContain(`${web}/register?invite=`)
      expect(text).toContain(unsubscribeUrl)
      expect(unsubscribeUrl).toMatch(/^https:\/\/api\.espalier\.example\/unsubscribe\?t=/)
    }
    expect(await tokenFor('bea@example.com')).not.toBe(await tokenFor('cy@example.com'))
  })

  it.each([
    [[], 'Please enter at least one email address'],
    [['  ', ''], 'Please enter at least one email address'],
    [['bea@example.com', 'no address'], 'Invalid email no address'],
    [[1, 2, 3, 4, 5, 6].map((n) => `p${n}@example.com`), 'Too many email addresses - maximum is 5'],
  ])('refuses the invitation of %j', async (emails, text) => {
    expect(await invite(emails)).toEqual(refusedFor(text))
    expect(await letters()).toEqual([])
  })

  it('allows a member five invitations in total and counts the same address once', async () => {
    await invite(['a@example.com', 'b@example.com', 'c@example.com'])
    await invite(['a@example.com', 'd@example.com'])
    const few = 'You have 1 invite left: enter fewer email addresses'
    expect(await invite(['e@example.com', 'f@example.com'])).toEqual(refusedFor(few))
    expect(await invite(['a@example.com', 'e@example.com'])).toBe(true)
    expect(await invite(['g@example.com'])).toEqual(refusedFor('You have used all of your 5 invites'))
    expect(await invite(['a@example.com', 'e@example.com'])).toBe(true)
    expect((await letters()).map(({ to }) => to)).toEqual(['a', 'b', 'c', 'd', 'e'].map((n) => `${n}@example.com`))
  })

  it('counts invitations across servers that are used at the same time', async () => {
    const servers = [server(), server(), server()]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(ada, inviting, { emails: [`p${n}@example.com`] }, servers[n % 3])),
    )
    expect(answers.filter((answer) => answer === true)).toHaveLength(5)
    expect(await letters()).toHaveLength(5)
  })

  it('reminds people who have not come, at most once a day, but not those who have', async () => {
    await invite(['bea@example.com'])
    const first = await tokenFor('bea@example.com')
    now = new Date('2026-03-02T10:00:00Z')
    await invite(['bea@example.com'])
    await invite(['bea@example.com'])
    expect(await letters()).toHaveLength(2)
    expect(await tokenFor('bea@example.com')).toBe(first)
    await accept(first, fake.signIn({ email: 'bea@example.com', status: 'pending' }).cookie)
    now = new Date('2026-03-09T10:00:00Z')
    expect(await invite(['bea@example.com'])).toBe(true)
    expect(await letters()).toHaveLength(2)
  })

  it('answers and mails the same whether the address has an account or not', async () => {
    fake.signIn({ email: 'member@example.com', status: 'active' })
    expect(await invite(['member@example.com'])).toBe(await invite(['nobody@example.com']))
    const [known, unknown] = await letters()
    expect(shape(known)).toBe(shape(unknown))
  })

  it('allows only members to invite', async () => {
    const waiting = fake.signIn({ email: 'waiting@example.com', status: 'pending' }).cookie
    expect(await invite(['bea@example.com'], waiting)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await invite(['bea@example.com'], '')).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await letters()).toEqual([])
  })
})

describe('acceptInvite', () => {
  it.each(['pending', null])(
    'activates an account whose status is %s however the address was typed',
    async (status) => {
      await invite(['bea@example.com'])
      const bea = register('Bea@Example.com', status)
      expect(await accept(await tokenFor('bea@example.com'), bea)).toBe(true)
      expect(await findStatus('bea@example.com')).toBe('active')
      expect(await accept(await tokenFor('bea@example.com'), bea)).toBe(true)
      expect(await invite(['cy@example.com'], bea)).toBe(true)
    },
  )

  it('refuses an unproven address and works once it is proven', async () => {
    await invite(['bea@example.com'])
    const bea = fake.signIn({ email: 'bea@example.com', status: 'pending', isEmailUnproven: true })
    const token = await tokenFor('bea@example.com')
    expect(await accept(token, bea.cookie)).toMatchObject({ code: 'FORBIDDEN' })
    expect((await fake.identities.findById(bea.id))?.status).toBe('pending')
    fake.change(bea.id, { isEmailUnproven: false })
    expect(await accept(token, bea.cookie)).toBe(true)
    expect((await fake.identities.findById(bea.id))?.status).toBe('active')
  })

  it('refuses a person with another address', async () => {
    await invite(['bea@example.com'])
    const eve = register('eve@example.com')
    const answer = await accept(await tokenFor('bea@example.com'), eve)
    expect(answer).toEqual(
      refusedFor('This invite is for another email address. Sign up with the address it was sent to.'),
    )
    expect(await findStatus('eve@example.com')).toBe('pending')
  })

  it('works once: a second account of that address is refused', async () => {
    await invite(['bea@example.com'])
    const token = await tokenFor('bea@example.com')
    const first = fake.signIn({ email: 'bea@example.com', status: 'pending' })
    await accept(token, first.cookie)
    fake.change(first.id, { email: 'moved@example.com' })
    const second = fake.signIn({ email: 'bea@example.com', status: 'pending' })
    expect(await accept(token, second.cookie)).toEqual(
      refusedFor('This invite has already been used. Ask for a new one.'),
    )
    expect(await findStatus('bea@example.com')).toBe('pending')
  })

  it('refuses a forged, changed or unknown invitation', async () => {
    await invite(['bea@example.com'])
    const bea = register('bea@example.com')
    const token = await tokenFor('bea@example.com')
    const other = createInviteTokens(['another secret, which is not ours at all'])
    const forged = other.write({ id: '00000000-0000-4000-8000-000000000000', email: 'bea@example.com' })
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), forged]) {
      expect(await accept(wrong, bea)).toMatchObject({ code: 'BAD_USER_INPUT' })
    }
    await test.pool.query('delete from beta_invites')
    expect(await accept(token, bea)).toEqual(refusedFor('This invite no longer exists. Ask for a new one.'))
    expect(await findStatus('bea@example.com')).toBe('pending')
  })

  it('does not override the decision of an operator', async () => {
    await invite(['bea@example.com'])
    await accept(await tokenFor('bea@example.com'), register('bea@example.com', 'blocked'))
    expect(await findStatus('bea@example.com')).toBe('blocked')
  })

  it('an invitation can be accepted again after an outage of the identity service', async () => {
    await invite(['bea@example.com'])
    const bea = register('bea@example.com')
    const { setStatus } = fake.identities
    const away = Object.assign(fake.identities, { setStatus: () => Promise.reject(new Error('away')) })
    expect(await accept(await tokenFor('bea@example.com'), bea)).toEqual(new Error('away'))
    Object.assign(away, { setStatus })
    expect(await accept(await tokenFor('bea@example.com'), bea)).toBe(true)
    expect(await findStatus('bea@example.com')).toBe('active')
  })

  it('requires a signed-in person to accept an invitation', async () => {
    expect(await accept('x', '')).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
