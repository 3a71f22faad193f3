import { randomUUID } from 'node:crypto'
import { dayMs } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { deleteOldAccessRequests } from './store.ts'

const asking = 'mutation ($projectId: ID!) { askForAccess(projectId: $projectId) }'
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

let world: ProjectWorld
let at = Date.parse('2026-06-01T00:00:00Z')
let round = 0
let owner: SignedInViewer
let bea: SignedInViewer
let projectId: string

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(at) })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  owner = world.person(`owner${round}`)
  bea = world.person(`bea${round}`)
  projectId = (await openTestProject(world, owner, 'Garden')).projectId
})

const ask = (by: Viewer, id = projectId) => world.ask(by, asking, { projectId: id })
const update = (data: object) => world.get(owner, updating, { id: projectId, data })
const readOwnerMails = async () => (await world.letters()).filter(({ to }) => to === owner.person.email)

describe('askForAccess', () => {
  it('mails the owner once a day who asks for which project', async () => {
    for (let times = 0; times < 3; times += 1) expect((await ask(bea)).data).toEqual({ askForAccess: true })
    const mails = await readOwnerMails()
    expect(mails.map(({ subject }) => subject)).toEqual([`${bea.person.email} asks for access to "Garden"`])
    expect(mails[0]?.text).toContain(`https://espalier.example/tree/${projectId}`)
    expect(world.audited.at(-1)).toEqual({ kind: 'access-requested', projectId, userId: bea.person.id })
    at += dayMs
    await ask(bea)
    expect(await readOwnerMails()).toHaveLength(2)
  })

  it('answers the same for projects that are hidden, deleted or do not exist', async () => {
    const hidden = await ask(bea)
    for (const id of [randomUUID(), 'x', '', projectId.toUpperCase()]) expect(await ask(bea, id)).toEqual(hidden)
    await update({ status: 'deleted' })
    expect(await ask(world.person(`cy${round}`))).toEqual(hidden)
    expect(await readOwnerMails()).toHaveLength(1)
  })

  it('mails nobody when the owner or a member asks', async () => {
    await update({ sharing: { users: { [bea.person.id]: 'viewer' } } })
    for (const by of [owner, bea]) expect((await ask(by)).data).toEqual({ askForAccess: true })
    expect(await readOwnerMails()).toEqual([])
  })

  it('needs no product access, but a session and a proven address', async () => {
    expect(readErrorCode(await ask(anonymousViewer))).toBe('UNAUTHENTICATED')
    const unproven = world.person(`unproven${round}`, { isEmailUnproven: true })
    expect(readErrorCode(await ask(unproven))).toBe('FORBIDDEN')
    expect(await readOwnerMails()).toEqual([])
    expect((await ask({ ...bea, hasAccess: false })).errors).toBeUndefined()
    expect(await readOwnerMails()).toHaveLength(1)
  })

  it('limits requests per person, for projects that do not exist as well', async () => {
    const limited = await openProjectWorld({ hasLimits: true })
    const busy = limited.person('busy')
    const askAboutNothing = () => limited.ask(busy, asking, { projectId: randomUUID() })
    const first = await Promise.all(Array.from({ length: 20 }, askAboutNothing))
    expect(first.map(readErrorCode)).not.toContain('RATE_LIMITED')
    expect(readErrorCode(await askAboutNothing())).toBe('RATE_LIMITED')
    await limited.close()
  })

  it('sends an owner at most 20 mails a day, from all people and for all projects, and does not say so', async () => {
    const other = (await openTestProject(world, owner, 'Kitchen')).projectId
    const people = Array.from({ length: 13 }, (_, index) => world.person(`crowd${round}-${index}`))
    const answers = await Promise.all(people.flatMap((by) => [ask(by), ask(by, other)]))
    expect(answers[0]?.data).toEqual({ askForAccess: true })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await readOwnerMails()).toHaveLength(20)
    at += dayMs
    await ask(bea)
    expect(await readOwnerMails()).toHaveLength(21)
  })

  it('answers no sooner for a project that does not exist than for one whose owner gets a mail', async () => {
    const times: number[] = []
    for (const id of [projectId, randomUUID(), 'x']) {
      const start = performance.now()
      await ask(bea, id)
      times.push(performance.now() - start)
    }
    // A timer may fire up to a millisecond early.
    expect(Math.min(...times)).toBeGreaterThanOrEqual(149)
  })

  it('forgets requests after a day', async () => {
    await ask(bea)
    await world.test.pool.query(`update access_requests set asked_at = now() - interval '2 days'`)
    await deleteOldAccessRequests(world.database.pool)
    const { rows } = await world.test.pool.query('select from access_requests')
    expect(rows).toEqual([])
  })
})
