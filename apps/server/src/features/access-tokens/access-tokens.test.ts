import { randomUUID } from 'node:crypto'
import { minuteMs } from '@espalier/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletePersonData } from '../account/index.ts'
import { createOperationIds, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createToken } from '../../testing/token-server.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let owner: SignedInViewer
let time = new Date('2030-01-01T12:00:00Z')

beforeAll(async () => {
  world = await openProjectWorld({ now: () => time })
  owner = world.person('owner')
})
afterAll(() => world.close())

const authenticate = (secret: string) => world.tokens.authenticate({ authorization: `Bearer ${secret}` })
const create = (data: object) =>
  world.ask(owner, 'mutation ($data: AccessTokenInput!) { createAccessToken(data: $data) { secret } }', { data })

describe('Access tokens', () => {
  it('shows the secret once and stores only its hash', async () => {
    const { token, secret } = await createToken(world, owner, { name: '  Robot  ', role: 'reader' })
    expect(secret).toMatch(/^esp_[\w-]{43}$/u)
    expect(token).toMatchObject({ name: 'Robot', role: 'reader', projectId: null, lastUsedAt: null, expiresAt: null })
    expect(secret.startsWith(token.prefix)).toBe(true)
    const { rows } = await world.test.pool.query('select access_tokens::text as stored from access_tokens')
    // PostgreSQL writes bytes as hexadecimal digits.
    for (const readable of [secret.slice(token.prefix.length), Buffer.from(secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(readable)
    expect(await world.tokens.list(owner)).toContainEqual(token)
    expect(await world.tokens.list(world.person('other'))).toEqual([])
  })

  it('acts for the person with the rights of the token', async () => {
    const { projectId } = await openTestProject(world, owner)
    const { token, secret } = await createToken(world, owner, { role: 'reader', projectId: projectId.toUpperCase() })
    expect(await authenticate(secret)).toMatchObject({
      person: { id: owner.person.id },
      sessionId: `token ${token.id}`,
      token: { id: token.id, name: 'Robot', role: 'reader', projectId },
    })
  })

  it.each([
    ['an empty name', { name: ' ', role: 'reader' }, 'name'],
    ['a long name', { name: 'x'.repeat(61), role: 'reader' }, 'name'],
    ['a past expiry', { name: 'x', role: 'reader', expiresAt: 1 }, 'expiresAt'],
    ['an impossible expiry', { name: 'x', role: 'reader', expiresAt: Number.MAX_SAFE_INTEGER }, 'expiresAt'],
    ['a branch', { name: 'x', role: 'reader', nodeId: randomUUID() }, 'nodeId'],
  ])('refuses %s', async (_case, data, field) => {
    const { errors } = await create(data)
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field })
  })

  it('refuses a project that the person cannot see', async () => {
    const hidden = await openTestProject(world, world.person('somebody'))
    const answer = await create({ name: 'x', role: 'reader', projectId: hidden.projectId })
    expect(readErrorCode(answer)).toBe('NOT_FOUND')
  })

  it('refuses what is not a working token, and leaves other schemes to others', async () => {
    for (const secret of ['', 'esp_', `esp_${'x'.repeat(43)}`, `${'x'.repeat(10_000)}`]) {
      await expect(authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(await world.tokens.authenticate({ authorization: 'Basic eDp5' })).toBeNull()
    expect(await world.tokens.authenticate({})).toBeNull()
  })

  it('stops at its expiry', async () => {
    const expiresAt = time.getTime() + minuteMs
    const { token, secret } = await createToken(world, owner, { expiresAt })
    expect(await authenticate(secret)).not.toBeNull()
    time = new Date(expiresAt)
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await world.tokens.findEndedSessions([`token ${token.id}`, 'a session'])).toEqual([`token ${token.id}`])
  })

  it('stores its last use once a minute', async () => {
    const { token, secret } = await createToken(world, owner, {})
    const readLastUse = async () => (await world.tokens.list(owner)).find(({ id }) => id === token.id)?.lastUsedAt
    await authenticate(secret)
    const first = time.getTime()
    time = new Date(first + minuteMs - 1)
    await authenticate(secret)
    expect(await readLastUse()).toBe(first)
    time = new Date(first + minuteMs)
    await authenticate(secret)
    expect(await readLastUse()).toBe(first + minuteMs)
  })

  it('stops when it is revoked, by its own person only', async () => {
    const { token, secret } = await createToken(world, owner, {})
    const revoke = 'mutation ($id: ID!) { revokeAccessToken(id: $id) }'
    expect(readErrorCode(await world.ask(world.person('thief'), revoke, { id: token.id }))).toBe('NOT_FOUND')
    expect(await authenticate(secret)).not.toBeNull()
    await world.get(owner, revoke, { id: token.id })
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(world.published.at(-1)).toEqual({ kind: 'sessions-ended', sessionIds: [`token ${token.id}`] })
  })

  it('never has more rights than its person has now', async () => {
    const plan = await openTestProject(world, owner)
    const guest = world.person('guest')
    const share = (role: string) =>
      world.get(owner, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
        id: plan.projectId,
        data: { sharing: { users: { [guest.person.id]: role } } },
      })
    await share('editor')
    const { secret } = await createToken(world, guest, { role: 'editor' })
    const add = async () => {
      const viewer = await authenticate(secret)
      if (viewer === null) throw new Error('no viewer')
      return readErrorCode(await world.ask(viewer, nodeDocuments.createNode, { data: { projectId: plan.projectId } }))
    }
    expect(await add()).toBeUndefined()
    await share('viewer')
    expect(await add()).toBe('FORBIDDEN')
  })

  it('does not get the answer to an operation of its person', async () => {
    const plan = await openTestProject(world, owner)
    const { secret } = await createToken(world, owner, { projectId: plan.projectId })
    const ids = createOperationIds()
    const hidden = { data: { title: 'Hidden' } }
    await world.get(owner, nodeDocuments.createProject, hidden, ids)
    const viewer = await authenticate(secret)
    if (viewer === null) throw new Error('no viewer')
    expect(readErrorCode(await world.ask(viewer, nodeDocuments.createProject, hidden, ids))).toBe('FORBIDDEN')
    const node = { data: { projectId: plan.projectId, title: 'Same' } }
    const nodeIds = createOperationIds()
    const first = await world.get(owner, nodeDocuments.createNode, node, nodeIds)
    expect(await world.get(viewer, nodeDocuments.createNode, node, nodeIds)).not.toEqual(first)
  })

  it('has a limit of tokens for each person', async () => {
    const many = world.person('many')
    await Promise.all(Array.from({ length: 50 }, () => createToken(world, many, {})))
    await expect(createToken(world, many, {})).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('is gone with the data of its person', async () => {
    const leaving = world.person('leaving')
    const { secret } = await createToken(world, leaving, {})
    await deletePersonData(world.database, leaving.person.id)
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
