import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../../api/viewer.ts'
import { createSealing } from '../../../security/cryptography.ts'
import { readErrorCode } from '../../../testing/project-world.ts'
import { openTrackerWorld, trackerDocuments as documents, type TrackerWorld } from '../../../testing/tracker-world.ts'
import type { SignedInViewer } from '../../projects/index.ts'
import { createTrackerConnections } from './connection-store.ts'

let world: TrackerWorld
beforeAll(async () => void (world = await openTrackerWorld({}, { hasLimits: true })))
afterAll(() => world.close())

interface Jira {
  readonly apiKey: string
  readonly webhookUrl: string
  readonly webhookSecret: string | null
  readonly problem: string | null
}

const readJiraSettings = async (viewer: Viewer): Promise<Jira | null> => {
  const { account } = await world.get<{ account: { integrationSettings: { jira: Jira | null } } }>(
    viewer,
    documents.account,
  )
  return account.integrationSettings.jira
}
const save = (viewer: Viewer, jira: object | null) => world.ask(viewer, documents.save, { jira })
const chosen = { projectKey: 'ACME', issueTypeId: '10101', linkTypeId: '10200' }
const test = (viewer: Viewer, data: object) => world.ask(viewer, documents.test, { data })
const firstError = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.[0]

const storedRow = async (viewer: SignedInViewer): Promise<Record<string, unknown> | undefined> => {
  const query = 'select * from tracker_settings where account_id = $1'
  return (await world.test.pool.query(query, [viewer.accountId])).rows[0] as Record<string, unknown> | undefined
}

describe('Saved tracker settings', () => {
  it('stores the tracker keys sealed and returns their masks', async () => {
    const ada = await world.member('ada')
    const answer = await save(ada, { ...world.credentials, ...chosen, webhookSecret: 'hook-secret-9876' })
    expect(answer.errors).toBeUndefined()
    expect(await readJiraSettings(ada)).toEqual({
      domain: world.domain,
      apiUser: world.site.email,
      apiKey: expect.stringMatching(/^\u2022+1234$/),
      projectKey: 'ACME',
      webhookUrl: `https://espalier.example/jira/${ada.accountId}`,
      webhookSecret: expect.stringMatching(/^\u2022+9876$/),
      problem: null,
    })
    const row = JSON.stringify(await storedRow(ada))
    expect(row).not.toContain(world.site.token)
    expect(row).not.toContain('hook-secret')
  })

  it('accepts a mask for the stored key only with the stored domain and user', async () => {
    const bob = await world.connected('bob')
    const mask = (await readJiraSettings(bob))?.apiKey ?? ''
    const same = { ...world.credentials, apiKey: mask }
    expect(readErrorCode(await save(bob, { ...same, ...chosen, projectKey: 'OPS' }))).toBeUndefined()
    expect((await test(bob, same)).data).toMatchObject({ testJiraIntegration: { epicLinkFieldId: null } })
    for (const other of [{ domain: 'evil.example.com' }, { apiUser: 'eve@example.com' }]) {
      for (const ask of [save, test]) {
        const answer = await ask(bob, { ...same, ...(ask === save && chosen), ...other })
        expect(firstError(answer)).toMatchObject({
          message: 'Please provide valid domain, API username, and API key',
          extensions: { code: 'BAD_USER_INPUT', field: 'apiKey' },
        })
      }
    }
    expect((await test(bob, { ...same, domain: `https://${world.domain.toUpperCase()}/` })).errors).toBeUndefined()
  })

  it('keeps the webhook secret unless it is replaced or removed', async () => {
    const cid = await world.member('cid')
    const readSecret = async () => (await readJiraSettings(cid))?.webhookSecret
    await save(cid, { ...world.credentials, ...chosen, webhookSecret: 'first-secret-1111' })
    const mask = await readSecret()
    await save(cid, { ...world.credentials, ...chosen, apiKey: (await readJiraSettings(cid))?.apiKey })
    expect(await readSecret()).toBe(mask)
    await save(cid, { ...world.credentials, ...chosen, webhookSecret: mask })
    expect(await readSecret()).toBe(mask)
    await save(cid, { ...world.credentials, ...chosen, webhookSecret: '' })
    expect(await readSecret()).toBeNull()
  })

  it.each([
    [{ domain: 'localhost' }, 'domain', 'Please provide valid domain, API username, and API key'],
    [{ domain: '127.0.0.1:8080' }, 'domain', 'Please provide valid domain, API username, and API key'],
    [{ apiUser: ' ' }, 'apiUser', 'Please provide valid domain, API username, and API key'],
    [{ apiKey: '' }, 'apiKey', 'Please provide valid domain, API username, and API key'],
    [{ apiKey: 'a\nb' }, 'apiKey', 'Please provide valid domain, API username, and API key'],
    [{ projectKey: '' }, 'projectKey', 'Please make a selection'],
    [{ linkTypeId: ' ' }, 'linkTypeId', 'Please make a selection'],
    [{ projectKey: null }, 'projectKey', 'Please make a selection'],
    [{ issueTypeId: null }, 'issueTypeId', 'Please make a selection'],
    [{ linkTypeId: undefined }, 'linkTypeId', 'Please make a selection'],
  ])('refuses the tracker settings %j', async (wrong, field, message) => {
    const dan = await world.member(`dan-${field}-${Math.random()}`)
    const answer = await save(dan, { ...world.credentials, ...chosen, ...wrong })
    expect(firstError(answer)).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT', field } })
    expect(await readJiraSettings(dan)).toBeNull()
  })

  it('removes the tracker settings with null and hides them from everybody else', async () => {
    const eve = await world.connected('eve')
    expect(await readJiraSettings(await world.member('other'))).toBeNull()
    await save(eve, null)
    expect(await readJiraSettings(eve)).toBeNull()
    expect(await storedRow(eve)).toBeUndefined()
    expect(world.audited.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['integration-saved', 'integration-removed']),
    )
    expect(JSON.stringify(world.audited)).not.toContain(world.site.token)
  })
})

describe('Rotation of SECRET_KEY', () => {
  const [old, present] = ['the old secret, which is long enough', 'the new secret, which is long enough']
  it('seals keys again at the next read, so that the old secret can be removed', async () => {
    const { accountId } = await world.member('kay')
    const { pool } = world.database
    const none = { projectKey: null, issueTypeId: null, epicTypeId: null, linkTypeId: null, epicLinkFieldId: null }
    const before = createTrackerConnections({ pool }, createSealing([old]))
    await before.write({ accountId, credentials: world.credentials, webhookSecret: 'hook', ...none })
    expect(
      (await createTrackerConnections({ pool }, createSealing([present])).read(accountId))?.credentials.apiKey,
    ).toBe('')
    await createTrackerConnections({ pool }, createSealing([present, old])).read(accountId)
    const after = await createTrackerConnections({ pool }, createSealing([present])).read(accountId)
    expect(after).toMatchObject({ credentials: world.credentials, webhookSecret: 'hook' })
  })
})

describe('Tracker connection test', () => {
  it('returns the available choices', async () => {
    const fay = await world.member('fay')
    const { data } = await test(fay, world.credentials)
    expect(data).toMatchObject({
      testJiraIntegration: {
        projects: [
          {
            key: 'ACME',
            name: 'Acme',
            issuetypes: expect.arrayContaining([
              { id: '10101', name: 'Story', untranslatedName: null, hierarchyLevel: 0 },
            ]),
          },
          { key: 'OPS' },
        ],
        linkTypes: expect.arrayContaining([{ id: '10200', name: 'Blocks' }]),
        epicLinkFieldId: null,
      },
    })
  })

  it('reports a wrong key in plain words although the lists would answer', async () => {
    const gus = await world.member('gus')
    const answer = await test(gus, { ...world.credentials, apiKey: 'wrong' })
    expect(firstError(answer)).toMatchObject({ extensions: { code: 'UPSTREAM_FAILED' } })
    expect(firstError(answer)?.message).toContain('classic (unscoped) API token')
  })

  it('gives the same answer for an unreachable site and for a forbidden one', async () => {
    const hal = await world.member('hal')
    const missing = firstError(await test(hal, { ...world.credentials, domain: 'nothing.invalid' }))
    const inside = firstError(await test(hal, { ...world.credentials, domain: 'jira.example.com:8080' }))
    expect(missing?.message.replace('nothing.invalid', '')).toBe(inside?.message.replace('jira.example.com:8080', ''))
  })

  it('limits the rate of connection tests', async () => {
    const ida = await world.member('ida')
    const answers: unknown[] = []
    for (let count = 0; count < 45; count += 1)
      answers.push(readErrorCode(await test(ida, { ...world.credentials, domain: 'x' })))
    expect(answers[0]).toBe('BAD_USER_INPUT')
    expect(answers.at(-1)).toBe('RATE_LIMITED')
  })
})

describe('Revoked tracker key', () => {
  it('marks the integration as failing until the key is accepted again', async () => {
    const other = await openTrackerWorld()
    try {
      const jan = await other.connected('jan')
      const problem = async () =>
        (await other.get<{ account: { integrationSettings: { jira: Jira } } }>(jan, documents.account)).account
          .integrationSettings.jira.problem
      expect(await problem()).toBeNull()
      other.site.revoke()
      const answer = await other.ask(jan, documents.import, { key: 'ACME-1' })
      expect(readErrorCode(answer)).toBe('UPSTREAM_FAILED')
      expect(await problem()).toContain('no longer accepts the API key')
      await other.get(jan, documents.save, { jira: { ...other.credentials, ...chosen, apiKey: 'another-key-5678' } })
      expect(await problem()).toBeNull()
    } finally {
      await other.close()
    }
  })
})
