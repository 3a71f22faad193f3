import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { graphql } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import type { Viewer } from '../../api/viewer.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { createFakeIdentities } from '../../testing/fake-identities.ts'
import { makeSchema } from '../../transport/graphql/schema.ts'
import {
  type AccountOperation,
  accountPolicy,
  accountSlice,
  createAccounts,
  requireAccountPermission,
} from './index.ts'

type Actor = 'anonymous' | 'pending' | 'active' | 'trialing' | 'trial-ended'
const table: Readonly<Record<AccountOperation, Readonly<Record<Actor, string>>>> = {
  'account.read': {
    anonymous: 'UNAUTHENTICATED',
    pending: 'allowed',
    active: 'allowed',
    trialing: 'allowed',
    'trial-ended': 'allowed',
  },
  'trial.start': {
    anonymous: 'UNAUTHENTICATED',
    pending: 'allowed',
    active: 'allowed',
    trialing: 'allowed',
    'trial-ended': 'allowed',
  },
  'product.use': {
    anonymous: 'UNAUTHENTICATED',
    pending: 'FORBIDDEN',
    active: 'allowed',
    trialing: 'allowed',
    'trial-ended': 'FORBIDDEN',
  },
}
const actors: readonly Actor[] = ['anonymous', 'pending', 'active', 'trialing', 'trial-ended']
const operations = Object.keys(accountPolicy) as AccountOperation[]
const cases = operations.flatMap((operation) => actors.map((actor) => [actor, operation] as const))

const now = new Date('2026-06-01T00:00:00Z')
const trialEnds: Partial<Record<Actor, string>> = {
  trialing: '2026-06-02T00:00:00Z',
  'trial-ended': '2026-05-31T00:00:00Z',
}

let test: TestDatabase
let ask: (actor: Actor) => ReturnType<typeof graphql>
const viewers = new Map<Actor, Viewer>()

beforeAll(async () => {
  test = await testDatabase([serverMigrations])
  const fake = createFakeIdentities()
  const database = openDatabase(test.pool)
  const accounts = createAccounts({
    database,
    identities: fake.identities,
    signup: 'beta',
    trialDays: 14,
    now: () => now,
  })
  viewers.set('anonymous', await accounts.authenticate({}))
  for (const actor of actors.slice(1)) {
    const status = actor === 'active' ? 'active' : 'pending'
    const { id, cookie } = fake.signIn({ email: `${actor}@example.com`, status })
    await accounts.authenticate({ cookie })
    const ends = trialEnds[actor]
    const begun = `update accounts set subscription_status = 'trialing', trial_end = $2 where user_id = $1`
    if (ends !== undefined) await test.pool.query(begun, [id, ends])
    viewers.set(actor, await accounts.authenticate({ cookie }))
  }
  const schema = makeSchema([accountSlice({ accounts, secrets: ['a secret of the tests'] })])
  const source = '{ account { id subscription { status trial_end } integrationSettings { jira { domain } } } }'
  ask = (actor) => graphql({ schema, source, contextValue: createContext(createViewer(actor)) })
})
afterAll(() => test.drop())

function createViewer(actor: Actor): Viewer {
  const viewer = viewers.get(actor)
  if (viewer === undefined) throw new Error(`${actor} is not there`)
  return viewer
}
const createContext = (viewer: Viewer) => ({
  viewer,
  clientId: null,
  operationId: null,
  requestId: 'test',
  budget: createRequestBudget(),
  log: pino({ enabled: false }),
})

describe('Account policy', () => {
  it.each(cases)('the account policy of %s for %s', (actor, operation) => {
    const viewer = createViewer(actor)
    const expected = table[operation][actor]
    expect(accountPolicy[operation](viewer)).toBe(expected)
    if (expected === 'allowed') expect(requireAccountPermission(viewer, operation)).toBe(viewer)
    else expect(() => requireAccountPermission(viewer, operation)).toThrow(ApiError)
  })
})

describe('Account.deviceKeys', () => {
  const listKeys = async (actor: Actor): Promise<readonly string[]> => {
    const accountId = (createViewer(actor) as { readonly accountId: string }).accountId
    const schema = makeSchema([
      accountSlice({ accounts: { read: async (id) => ({ id, subscription: null }) }, secrets }),
    ])
    const source = '{ account { id deviceKeys } }'
    const { data } = await graphql({ schema, source, contextValue: createContext(createViewer(actor)) })
    const account = data?.['account'] as { readonly id: string; readonly deviceKeys: readonly string[] }
    expect(account.id).toBe(accountId)
    return account.deviceKeys
  }
  const secrets = ['the new secret', 'the old secret']

  it('derives one stable key per secret that differs from those of every other account', async () => {
    const own = await listKeys('active')
    expect(own.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32])
    expect(await listKeys('active')).toEqual(own)
    expect(new Set([...own, ...(await listKeys('pending'))]).size).toBe(4)
  })
})

describe('Query.account', () => {
  it('refuses the account to a person who is not signed in', async () => {
    const { data, errors } = await ask('anonymous')
    expect(data).toBeNull()
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([
    ['pending', null],
    ['active', null],
    ['trialing', { status: 'trialing', trial_end: Date.parse('2026-06-02T00:00:00Z') / 1000 }],
    ['trial-ended', { status: 'canceled', trial_end: Date.parse('2026-05-31T00:00:00Z') / 1000 }],
  ] as const)('shows their own account to: %s', async (actor, subscription) => {
    const viewer = createViewer(actor)
    const { data, errors } = await ask(actor)
    expect(errors).toBeUndefined()
    const id = viewer.kind === 'person' ? viewer.accountId : ''
    expect(data).toEqual({ account: { id, subscription, integrationSettings: { jira: null } } })
  })
})
