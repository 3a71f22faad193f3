import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anonymous, codeOf, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { createRates } from '../../rates/create-rates.ts'
import { recordedLog } from '../../testing/recorded-log.ts'
import { createLookupLimit } from './lookup-limit.ts'

let world: ProjectWorld
let ada: SignedInViewer
let bob: SignedInViewer
const byId = 'query ($id: ID!) { publicUserById(id: $id) { id email picture } }'
const byEmail = 'query ($email: String!) { publicUserByEmail(email: $email) { id email picture } }'
const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`

beforeAll(async () => {
  world = await openProjectWorld({ hasLimits: true })
  ada = world.person('ada', { picture: 'https://pictures.example/ada.png' })
  bob = world.person('bob')
})
afterAll(() => world.close())

const found = async (viewer: Parameters<typeof world.ask>[0], id: string) =>
  (await world.ask(viewer, byId, { id })).data?.['publicUserById']

const askFor = async (email: string) => (await world.ask(bob, byEmail, { email })).data?.['publicUserByEmail']

describe('a person by id', () => {
  it('is known to those who share a project with them, and to nobody else', async () => {
    expect(await found(ada, bob.person.id)).toBeNull()
    expect(await found(anonymous, ada.person.id)).toBeNull()
    const { createProject } = await world.get<{ createProject: { id: string } }>(
      ada,
      'mutation { createProject(data: { title: "Plan" }) { id } }',
    )
    const { id } = createProject
    await world.get(ada, share, { id, data: { sharing: { users: { [bob.person.id]: 'viewer' } } } })
    expect(await found(bob, ada.person.id)).toEqual({
      id: ada.person.id,
      email: 'ada@example.com',
      picture: `https://espalier.example/avatar/${ada.person.id}`,
    })
    expect(await found(ada, bob.person.id)).toEqual({
      id: bob.person.id,
      email: 'bob@example.com',
      picture: `https://espalier.example/avatar/${bob.person.id}`,
    })
    expect(await found(world.person('eve'), ada.person.id)).toBeNull()
    await world.get(ada, share, { id, data: { status: 'deleted' } })
    expect(await found(bob, ada.person.id)).toBeNull()
  })

  it('is always known to themselves', async () => {
    const alone = world.person('alone')
    expect(await found(alone, alone.person.id)).toMatchObject({ email: 'alone@example.com' })
  })
})

describe('a person by address', () => {
  it('is found however it is spelt; who is not there is nobody', async () => {
    expect(await askFor(' ADA@Example.com ')).toMatchObject({ id: ada.person.id })
    expect(await askFor('nobody@example.com')).toBeNull()
    expect(await askFor('not an address')).toBeNull()
  })

  it('cannot be tried out in bulk', async () => {
    const eve = world.person('mallory')
    const codes: unknown[] = []
    for (let count = 0; count < 61; count += 1) {
      codes.push(codeOf(await world.ask(eve, byEmail, { email: `${count}@example.com` })))
    }
    expect(codes.slice(0, 60).every((code) => code === undefined)).toBe(true)
    expect(codes.at(-1)).toBe('RATE_LIMITED')
  })
})

it('a window ends', async () => {
  let at = 0
  const rates = createRates({ store: null, log: recordedLog(), now: () => at })
  const limit = createLookupLimit(rates, { name: 'looks', max: 1, windowMs: 1_000 })
  await limit('a')
  await limit('b')
  at = 400
  await expect(limit('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
  at = 1_000
  await limit('a')
})
