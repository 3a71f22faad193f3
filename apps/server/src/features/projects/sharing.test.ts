import { sharingLimits } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createOperationIds, openTestProject } from '../../testing/node-client.ts'
import { readErrorCode, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { deleteOldShareMails } from './index.ts'
import type { SignedInViewer } from './policy.ts'

const dayMs = 24 * 60 * 60 * 1000
const update = `mutation ($id: ID!, $data: ProjectUpdate!) {
  updateProject(id: $id, data: $data) { seq sharing { generalAccess users editorsMayShare } } }`
const leave = 'mutation ($id: ID!) { leaveProject(id: $id) }'

let world: ProjectWorld
let at = Date.parse('2026-06-01T00:00:00Z')
let round = 0
let owner: SignedInViewer
let editor: SignedInViewer
let viewer: SignedInViewer
let projectId: string

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(at) })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  owner = world.person(`owner${round}`)
  editor = world.person(`editor${round}`)
  viewer = world.person(`viewer${round}`)
  projectId = (await openTestProject(world, owner, 'Launch')).projectId
  await share(owner, { users: { [editor.person.id]: 'editor', [viewer.person.id]: 'viewer' } })
})

const share = (by: SignedInViewer, sharing: object, id = projectId) => world.ask(by, update, { id, data: { sharing } })
const readSharedUserIds = async () => {
  const read = 'query ($id: ID!) { project(id: $id) { sharing { users } } }'
  const { project } = await world.get<{ project: { sharing: { users: object } } }>(owner, read, { id: projectId })
  return Object.keys(project.sharing.users)
}
const listed = async (by: SignedInViewer) =>
  (await world.get<{ projects: { id: string }[] }>(by, '{ projects { id } }')).projects.map(({ id }) => id)

const mailsTo = async ({ person }: SignedInViewer) =>
  (await world.letters()).filter(({ to }) => to === person.email).length

describe('Leaving a project', () => {
  it.each([
    ['viewer', 'leaveProject'],
    ['viewer', 'updateProject'],
    ['editor', 'leaveProject'],
    ['editor', 'updateProject'],
  ] as const)('removes a %s from the project and the project from their list by %s', async (role, mutation) => {
    const member = role === 'viewer' ? viewer : editor
    expect(await listed(member)).toContain(projectId)
    const answer =
      mutation === 'leaveProject'
        ? await world.ask(member, leave, { id: projectId })
        : await share(member, { changes: { [member.person.id]: null } })
    expect(answer.errors).toBeUndefined()
    expect(await readSharedUserIds()).not.toContain(member.person.id)
    expect(await listed(member)).not.toContain(projectId)
    expect(readErrorCode(await world.ask(member, leave, { id: projectId }))).toBe('NOT_FOUND')
  })

  it('lets a person leave a project without product access', async () => {
    const { data } = await world.ask({ ...viewer, hasAccess: false }, leave, { id: projectId })
    expect(data).toEqual({ leaveProject: true })
  })

  it('answers a repeated leave with true', async () => {
    const operation = createOperationIds()
    for (let times = 0; times < 2; times += 1) {
      expect((await world.ask(viewer, leave, { id: projectId }, operation)).data).toEqual({ leaveProject: true })
    }
  })

  it('does not let a viewer change anything else while leaving', async () => {
    const own = { [viewer.person.id]: null }
    for (const sharing of [
      { changes: { ...own, [editor.person.id]: null } },
      { changes: own, generalAccess: 'anyone' },
      { changes: { [viewer.person.id]: 'editor' } },
      { changes: own, users: {} },
    ]) {
      expect(readErrorCode(await share(viewer, sharing))).toBe('FORBIDDEN')
    }
    const data = { title: 'Mine', sharing: { changes: own } }
    expect(readErrorCode(await world.ask(viewer, update, { id: projectId, data }))).toBe('FORBIDDEN')
    expect(await readSharedUserIds()).toContain(viewer.person.id)
  })
})

describe('Sharing with the owner', () => {
  it.each(['users', 'changes'])(
    'refuses to share with the owner with the text of the dialog by sharing.%s',
    async (field) => {
      const answer = await share(owner, { [field]: { [owner.person.id]: 'editor' } })
      expect(answer.errors?.[0]).toMatchObject({
        message: 'Cannot share with oneself',
        extensions: { code: 'BAD_USER_INPUT', field: `sharing.${field}` },
      })
      const byEditor = await share(editor, { [field]: { [owner.person.id]: 'viewer' } })
      expect(byEditor.errors?.[0]).toMatchObject({
        message: 'The owner already has full access',
        extensions: { code: 'BAD_USER_INPUT', field: `sharing.${field}` },
      })
      expect(readErrorCode(await share(editor, { changes: { [owner.person.id]: null } }))).toBe('BAD_USER_INPUT')
    },
  )
})

describe('Sharing restricted to the owner', () => {
  it('lets editors only leave when sharing is restricted to the owner', async () => {
    const closed = await share(owner, { editorsMayShare: false })
    expect(closed.data).toMatchObject({ updateProject: { sharing: { editorsMayShare: false } } })
    expect(readErrorCode(await share(editor, { generalAccess: 'anyone' }))).toBe('FORBIDDEN')
    expect(readErrorCode(await share(editor, { changes: { [viewer.person.id]: null } }))).toBe('FORBIDDEN')
    expect(readErrorCode(await share(editor, { editorsMayShare: true }))).toBe('FORBIDDEN')
    const title = await world.ask(editor, update, { id: projectId, data: { title: 'Better' } })
    expect(title.errors).toBeUndefined()
    expect((await share(owner, { generalAccess: 'anyone' })).errors).toBeUndefined()
    expect((await share(editor, { changes: { [editor.person.id]: null } })).errors).toBeUndefined()
  })

  it('lets only the owner restrict sharing and allow it again', async () => {
    expect(readErrorCode(await share(editor, { editorsMayShare: false }))).toBe('FORBIDDEN')
    await share(owner, { editorsMayShare: false })
    const { data } = await share(owner, { editorsMayShare: true })
    expect(data).toMatchObject({ updateProject: { sharing: { editorsMayShare: true } } })
    expect((await share(editor, { generalAccess: 'anyone' })).errors).toBeUndefined()
  })
})

describe('Mails about shared projects', () => {
  it('sends one mail per person, project and day, however often the project is shared', async () => {
    const guest = world.person(`guest${round}`)
    const variables = {
      id: projectId,
      add: { sharing: { changes: { [guest.person.id]: 'viewer' }, notify: true, notificationText: 'Again' } },
      remove: { sharing: { changes: { [guest.person.id]: null } } },
    }
    const fields = Array.from(
      { length: 15 },
      (_, index) =>
        `add${index}: updateProject(id: $id, data: $add) { id } remove${index}: updateProject(id: $id, data: $remove) { id }`,
    )
    await world.get(
      owner,
      `mutation ($id: ID!, $add: ProjectUpdate!, $remove: ProjectUpdate!) { ${fields.join(' ')} }`,
      variables,
    )
    expect(await mailsTo(guest)).toBe(1)
    await share(editor, variables.add.sharing)
    expect(await mailsTo(guest)).toBe(1)
    await share(owner, variables.remove.sharing)
    at += dayMs
    await share(owner, variables.add.sharing)
    expect(await mailsTo(guest)).toBe(2)
  })

  it('limits share mails per sender and person over all projects', async () => {
    const guest = world.person(`guest${round}`)
    for (let index = 0; index < sharingLimits.mailsPerPairAndDay + 2; index += 1) {
      const { projectId: id } = await openTestProject(world, owner)
      const answer = await share(owner, { changes: { [guest.person.id]: 'viewer' }, notify: true }, id)
      expect(answer.errors).toBeUndefined()
    }
    expect(await mailsTo(guest)).toBe(sharingLimits.mailsPerPairAndDay)
  })

  it('limits share mails per sender: beyond it sharing works only without Notify, and nothing else is stored', async () => {
    const guests = Array.from({ length: sharingLimits.mailsPerSenderAndDay }, (_, index) =>
      world.person(`guest${round}x${index}`),
    )
    const changes = Object.fromEntries(guests.map(({ person }) => [person.id, 'viewer']))
    expect((await share(owner, { changes, notify: true })).errors).toBeUndefined()
    const last = world.person(`last${round}`)
    const one = { changes: { [last.person.id]: 'viewer' } }
    const { projectId: other } = await openTestProject(world, owner)
    const refused = await share(owner, { ...one, notify: true }, other)
    expect(refused.errors?.[0]?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: dayMs / 1000 })
    expect(await listed(last)).toEqual([])
    expect((await share(owner, one, other)).errors).toBeUndefined()
    await world.get(owner, update, { id: projectId, data: { status: 'deleted' } })
    await world.get(owner, 'mutation { emptyTrash }')
    const { projectId: third } = await openTestProject(world, owner)
    expect(readErrorCode(await share(owner, { ...one, notify: true }, third))).toBe('RATE_LIMITED')
    expect(await mailsTo(last)).toBe(0)
  })

  it('forgets share mails after a day', async () => {
    await deleteOldShareMails(world.database.pool)
    const { rows } = await world.test.pool.query(
      `select count(*)::int as n from share_mails where sent_at < now() - interval '1 day'`,
    )
    expect(rows[0]?.n).toBe(0)
  })

  it('a share mail carries at most 1,000 characters of the sender', async () => {
    const guest = world.person(`guest${round}`)
    const changes = { [guest.person.id]: 'viewer' }
    const tooLong = await share(owner, { changes, notify: true, notificationText: 'x'.repeat(1_001) })
    expect(tooLong.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field: 'notificationText' })
    const fits = await share(owner, { changes, notify: true, notificationText: 'x'.repeat(1_000) })
    expect(fits.errors).toBeUndefined()
  })
})
