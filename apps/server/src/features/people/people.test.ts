import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  anonymousViewer,
  readErrorCode,
  openProjectWorld,
  type ProjectServer,
  type ProjectWorld,
} from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { createRates } from '../../reliability/rates.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { deleteExpiredLookups } from './index.ts'
import { createPersonLookupLimit } from './resolvers.ts'

let world: ProjectWorld
let ada: SignedInViewer
let bob: SignedInViewer
const byId = 'query ($id: ID!) { publicUserById(id: $id) { id email picture name } }'
const byEmail = 'query ($email: String!) { publicUserByEmail(email: $email) { id email picture } }'
const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`

beforeAll(async () => {
  world = await openProjectWorld({ hasLimits: true, areAcquainted: false })
  ada = world.person('ada', { picture: 'https://pictures.example/ada.png' })
  bob = world.person('bob')
})
afterAll(() => world.close())

const found = async (viewer: Parameters<typeof world.ask>[0], id: string) =>
  (await world.ask(viewer, byId, { id })).data?.['publicUserById']

const askFor = async (email: string) => (await world.ask(bob, byEmail, { email })).data?.['publicUserByEmail']

const createProject = async (viewer: SignedInViewer): Promise<string> => {
  const document = 'mutation { createProject(data: { title: "Plan" }) { id } }'
  return (await world.get<{ createProject: { id: string } }>(viewer, document)).createProject.id
}
const lookUp = (viewer: SignedInViewer, other: SignedInViewer) =>
  world.get(viewer, byEmail, { email: other.person.email })
const add = (viewer: SignedInViewer, id: string, other: SignedInViewer, server: ProjectServer = world) =>
  server.ask(viewer, share, { id, data: { sharing: { changes: { [other.person.id]: 'viewer' } } } })
const open = (viewer: SignedInViewer, id: string) =>
  world.get(viewer, 'query ($id: ID!) { project(id: $id) { id } }', { id })
let count = 0
/** An owner and two others whom nobody knows yet. */
const newPeople = () => {
  count += 1
  return {
    owner: world.person(`owner${count}`),
    guest: world.person(`guest${count}`),
    editor: world.person(`editor${count}`),
  }
}

describe('Person by id', () => {
  it('hides a person from somebody who only knows the id, and does not add them to a project by it', async () => {
    const { owner, guest: attacker } = newPeople()
    const publicId = await createProject(owner)
    await world.get(owner, share, { id: publicId, data: { sharing: { generalAccess: 'anyone' } } })
    await open(attacker, publicId)
    expect(await found(attacker, owner.person.id)).toBeNull()
    const ownId = await createProject(attacker)
    const refused = await add(attacker, ownId, owner)
    expect(refused.errors?.[0]).toMatchObject({ message: 'User not found', extensions: { code: 'NOT_FOUND' } })
    const whole = { id: ownId, data: { sharing: { users: { [owner.person.id]: 'viewer' } } } }
    expect(readErrorCode(await world.ask(attacker, share, whole))).toBe('NOT_FOUND')
    const invented = await world.ask(attacker, share, { id: ownId, data: { sharing: { changes: { x: 'viewer' } } } })
    expect(invented.errors).toEqual(refused.errors)
    expect(await found(attacker, owner.person.id)).toBeNull()
  })

  it('adds and shows a person on every server after a lookup by email', async () => {
    const { owner, guest } = newPeople()
    const id = await createProject(owner)
    expect(readErrorCode(await add(owner, id, guest))).toBe('NOT_FOUND')
    await lookUp(owner, guest)
    expect((await add(owner, id, guest, world.another())).errors).toBeUndefined()
    expect(await found(owner, guest.person.id)).toMatchObject({
      email: guest.person.email,
      name: guest.person.firstname,
    })
  })

  it('hides a person again when the lookup has expired, until they open the project', async () => {
    const { owner, guest } = newPeople()
    const id = await createProject(owner)
    await lookUp(owner, guest)
    await add(owner, id, guest)
    await world.test.pool.query(`update person_lookups set expires_at = now() - interval '1 second'`)
    expect(await found(owner, guest.person.id)).toBeNull()
    await world.get(guest, '{ projects { id title } }')
    expect(await found(owner, guest.person.id)).toBeNull()
    await open(guest, id)
    expect(await found(owner, guest.person.id)).toMatchObject({ email: guest.person.email })
    const second = await createProject(owner)
    expect((await add(owner, second, guest)).errors).toBeUndefined()
  })

  it('a member counts as having opened a project after reading its nodes', async () => {
    const { owner, guest, editor } = newPeople()
    const id = await createProject(owner)
    for (const other of [guest, editor]) {
      await lookUp(owner, other)
      await add(owner, id, other)
    }
    expect(await found(editor, owner.person.id)).toMatchObject({ email: owner.person.email })
    expect(await found(editor, guest.person.id)).toBeNull()
    await world.get(guest, 'query ($id: ID!) { nodes(projectId: $id) { id } }', { id })
    expect(await found(editor, guest.person.id)).toMatchObject({ email: guest.person.email })
  })

  it('shows a person as long as both are members of the project', async () => {
    const { owner, guest } = newPeople()
    const id = await createProject(owner)
    await lookUp(owner, guest)
    await add(owner, id, guest)
    expect(await found(guest, owner.person.id)).toEqual({
      id: owner.person.id,
      email: owner.person.email,
      name: owner.person.firstname,
      picture: `https://espalier.example/avatar/${owner.person.id}`,
    })
    expect(await found(anonymousViewer, owner.person.id)).toBeNull()
    expect(await found(world.person('eve'), owner.person.id)).toBeNull()
    await world.get(owner, share, { id, data: { status: 'deleted' } })
    expect(await found(guest, owner.person.id)).toBeNull()
    await world.get(owner, share, { id, data: { status: 'active' } })
    expect(await found(guest, owner.person.id)).not.toBeNull()
    await world.get(guest, 'mutation ($id: ID!) { leaveProject(id: $id) }', { id })
    expect(await found(guest, owner.person.id)).toBeNull()
  })

  it('lets members change the role of a person they do not know and remove them', async () => {
    const { owner, guest, editor } = newPeople()
    const id = await createProject(owner)
    await lookUp(owner, guest)
    await lookUp(owner, editor)
    await add(owner, id, guest)
    await world.get(owner, share, { id, data: { sharing: { changes: { [editor.person.id]: 'editor' } } } })
    for (const role of ['editor', null]) {
      const change = { sharing: { changes: { [guest.person.id]: role } } }
      expect((await world.ask(editor, share, { id, data: change })).errors).toBeUndefined()
    }
    expect(readErrorCode(await add(editor, id, guest))).toBe('NOT_FOUND')
  })

  it('deletes lookups that have expired', async () => {
    const { owner, guest } = newPeople()
    await lookUp(owner, guest)
    await world.test.pool.query(`update person_lookups set expires_at = now() - interval '1 second'`)
    await lookUp(owner, world.person('somebody-else'))
    await deleteExpiredLookups(world.database.pool)
    const { rows } = await world.test.pool.query('select found_id from person_lookups where asker_id = $1', [
      owner.person.id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('always shows a person to themselves', async () => {
    const alone = world.person('alone')
    expect(await found(alone, alone.person.id)).toMatchObject({ email: 'alone@example.com' })
  })
})

describe('Person by email address', () => {
  it('finds a person in any spelling of the address and nobody by an unknown one', async () => {
    expect(await askFor(' ADA@Example.com ')).toMatchObject({ id: ada.person.id })
    expect(await askFor('nobody@example.com')).toBeNull()
    expect(await askFor('not an address')).toBeNull()
  })

  it('limits lookups by email in bulk', async () => {
    const eve = world.person('mallory')
    const codes: unknown[] = []
    for (let count = 0; count < 61; count += 1) {
      codes.push(readErrorCode(await world.ask(eve, byEmail, { email: `${count}@example.com` })))
    }
    expect(codes.slice(0, 60).every((code) => code === undefined)).toBe(true)
    expect(codes.at(-1)).toBe('RATE_LIMITED')
  })
})

it('allows lookups again when the rate window has ended', async () => {
  let at = 0
  const rates = createRates({ store: null, log: createRecordedLog(), now: () => at })
  const limit = createPersonLookupLimit(rates, { name: 'looks', max: 1, windowMs: 1_000 })
  await limit('a')
  await limit('b')
  at = 400
  await expect(limit('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
  at = 1_000
  await limit('a')
})
