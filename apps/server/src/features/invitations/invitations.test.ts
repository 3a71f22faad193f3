import { randomUUID } from 'node:crypto'
import { dayMs, sharingLimits } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOperationIds, openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { Viewer } from '../../api/viewer.ts'
import { deletePersonData } from '../account/index.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { invitationLimits } from './new-invitation.ts'
import { deleteOldInvitations } from './store.ts'

interface Invitation {
  readonly id: string
  readonly email: string | null
  readonly role: string
  readonly link: string
  readonly expiresAt: number | null
  readonly usesLeft: number | null
}

const fields = 'id email role link createdAt expiresAt usesLeft'
const inviting = `mutation ($projectId: ID!, $email: String!, $role: String!, $message: String) {
  inviteToProject(projectId: $projectId, email: $email, role: $role, message: $message) { ${fields} } }`
const linking = `mutation ($projectId: ID!, $role: String!, $expiresAt: Millis, $maxUses: Int) {
  createInviteLink(projectId: $projectId, role: $role, expiresAt: $expiresAt, maxUses: $maxUses) { ${fields} } }`
const listing = `query ($projectId: ID!) { invitations(projectId: $projectId) { ${fields} } }`
const revoking = 'mutation ($id: ID!) { revokeInvitation(id: $id) }'
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

let world: ProjectWorld
let at = Date.parse('2026-06-01T00:00:00Z')
let round = 0
let owner: SignedInViewer
let editor: SignedInViewer
let projectId: string
let guest: string

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(at) })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  owner = world.person(`owner${round}`)
  editor = world.person(`editor${round}`)
  guest = `guest${round}@example.com`
  projectId = (await openTestProject(world, owner, 'Garden')).projectId
  await share({ users: { [editor.person.id]: 'editor' } })
})

const share = (sharing: object) => world.get(owner, updating, { id: projectId, data: { sharing } })
const tryInvite = (by: Viewer, more: object = {}) =>
  world.ask(by, inviting, { projectId, email: guest, role: 'editor', ...more })
const invite = async (by: Viewer, more: object = {}) =>
  (await world.get<{ inviteToProject: Invitation }>(by, inviting, { projectId, email: guest, role: 'editor', ...more }))
    .inviteToProject
const createLink = async (by: Viewer, more: object = {}) =>
  (await world.get<{ createInviteLink: Invitation }>(by, linking, { projectId, role: 'viewer', ...more }))
    .createInviteLink
const list = async (by: Viewer) =>
  (await world.get<{ invitations: Invitation[] }>(by, listing, { projectId })).invitations
const mailsTo = async (address: string) => (await world.letters()).filter(({ to }) => to === address)

describe('inviteToProject', () => {
  it('returns a link and mails another one, together with the message', async () => {
    const invitation = await invite(owner, { email: ` G${guest.slice(1).toUpperCase()} `, message: 'Come and plan' })
    expect(invitation).toMatchObject({ email: guest, role: 'editor', usesLeft: 1, expiresAt: at + 30 * dayMs })
    expect(invitation.link).toMatch(/^https:\/\/espalier\.example\/join\/[\w~-]+$/)
    const [mail, ...others] = await mailsTo(guest)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`${owner.person.email} invites you to "Garden"`)
    expect(mail?.text).toContain('Come and plan')
    expect(mail?.text).toContain('https://espalier.example/join/')
    expect(mail?.text).not.toContain(invitation.link)
    expect(mail?.unsubscribeUrl).toBeDefined()
  })

  it('lists the invitation with the same link until it expires', async () => {
    const { id, link } = await invite(editor)
    expect(await list(owner)).toMatchObject([{ id, link, email: guest, role: 'editor' }])
    at += invitationLimits.days * dayMs
    expect(await list(owner)).toEqual([])
  })

  it('renews the invitation of the same address with the new role and mails it once a day', async () => {
    const first = await invite(owner)
    const second = await invite(editor, { role: 'viewer' })
    expect(second).toMatchObject({ id: first.id, role: 'viewer' })
    expect(await list(owner)).toHaveLength(1)
    expect(await mailsTo(guest)).toHaveLength(1)
    at += dayMs
    await invite(owner)
    expect(await mailsTo(guest)).toHaveLength(2)
  })

  it.each([
    [{ email: 'nobody' }, 'email', 'Invalid email nobody'],
    [{ email: '' }, 'email', 'Invalid email '],
    [{ email: `${'x'.repeat(300)}@example.com` }, 'email', /^Invalid email x/],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email', /^Invalid email/],
    [{ role: 'owner' }, 'role', 'The role must be viewer or editor'],
    [{ role: '' }, 'role', 'The role must be viewer or editor'],
    [{ role: '__proto__' }, 'role', 'The role must be viewer or editor'],
    [{ message: 'x'.repeat(1_001) }, 'message', 'At most 1000 characters'],
  ])('refuses %j and stores nothing', async (more, field, message) => {
    const { errors } = await tryInvite(owner, more)
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field })
    expect(errors?.[0]?.message).toMatch(message)
    expect(await list(owner)).toEqual([])
  })

  it('refuses oneself and people who have access already', async () => {
    for (const [by, email, message] of [
      [owner, owner.person.email, 'Cannot share with oneself'],
      [owner, editor.person.email, `Already shared with ${editor.person.email}`],
      [editor, owner.person.email, `Already shared with ${owner.person.email}`],
    ] as const) {
      const { errors } = await tryInvite(by, { email })
      expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT', field: 'email' } })
    }
  })

  it('counts its mails together with those about shared projects and points to the link beyond the limit', async () => {
    const people = Array.from({ length: sharingLimits.mailsPerSenderAndDay }, (_, index) =>
      world.person(`member${round}x${index}`),
    )
    const changes = Object.fromEntries(people.map(({ person }) => [person.id, 'viewer']))
    await share({ changes, notify: true })
    const { errors } = await tryInvite(owner)
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('Create an invite link') as string,
      extensions: { code: 'RATE_LIMITED' },
    })
    expect(await list(owner)).toEqual([])
    expect(await invite(editor)).toMatchObject({ email: guest })
  })

  it('answers a repeated operation with the same invitation and stores no link in its answer', async () => {
    const operation = createOperationIds()
    const variables = { projectId, email: guest, role: 'viewer' }
    const first = await world.ask(owner, inviting, variables, operation)
    expect(first.errors).toBeUndefined()
    expect(await world.ask(owner, inviting, variables, operation)).toEqual(first)
    const { rows } = await world.test.pool.query('select answer::text from operations where op_id = $1', [
      operation.operationId,
    ])
    expect(rows[0]?.answer).not.toContain('join')
  })

  it('limits invitations per minute', async () => {
    const limited = await openProjectWorld({ hasLimits: true })
    const busy = limited.person('busy')
    const { projectId: id } = await openTestProject(limited, busy)
    const codes: unknown[] = []
    for (let count = 0; count <= 60; count += 1) {
      const variables = { projectId: id, email: `a${count}@example.com`, role: 'viewer' }
      codes.push(readErrorCode(await limited.ask(busy, inviting, variables)))
    }
    await limited.close()
    expect(codes.indexOf('RATE_LIMITED')).toBe(60)
  })

  it('audits invitations, links and revocations', async () => {
    const { id } = await invite(owner)
    await createLink(editor)
    await world.get(owner, revoking, { id })
    expect(world.audited.slice(-3)).toMatchObject([
      { kind: 'project-invited', projectId, userId: owner.person.id, invitationId: id, role: 'editor' },
      { kind: 'invite-link-created', projectId, userId: editor.person.id, role: 'viewer' },
      { kind: 'invitation-revoked', projectId, userId: owner.person.id, invitationId: id },
    ])
  })
})

describe('createInviteLink', () => {
  it('creates links that differ, without an end unless one is given', async () => {
    const [first, second] = [await createLink(owner), await createLink(owner, { expiresAt: at + 1, maxUses: 3 })]
    expect(first).toMatchObject({ email: null, role: 'viewer', expiresAt: null, usesLeft: null })
    expect(second).toMatchObject({ email: null, expiresAt: at + 1, usesLeft: 3 })
    expect(first.link).not.toBe(second.link)
    expect(await list(editor)).toHaveLength(2)
  })

  it.each([
    [{ expiresAt: 0 }, 'expiresAt'],
    [{ expiresAt: -1 }, 'expiresAt'],
    [{ expiresAt: Number.MAX_SAFE_INTEGER }, 'expiresAt'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ maxUses: -2_147_483_648 }, 'maxUses'],
    [{ maxUses: 10_001 }, 'maxUses'],
    [{ role: 'admin' }, 'role'],
  ])('refuses %j', async (more, field) => {
    const { errors } = await world.ask(owner, linking, { projectId, role: 'viewer', ...more })
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field })
    expect(await list(owner)).toEqual([])
  })

  it('limits the open invitations of a project', async () => {
    await world.test.pool.query(
      `insert into project_invitations (id, project_id, invited_by, role, created_at)
       select gen_random_uuid(), $1, $2, 'viewer', now() from generate_series(1, $3)`,
      [projectId, owner.person.id, invitationLimits.perProject],
    )
    const { errors } = await world.ask(owner, linking, { projectId, role: 'viewer' })
    expect(errors?.[0]?.message).toContain('at most 200 open invitations')
  })
})

describe('Rights to invite', () => {
  it('lets only the owner invite, see and revoke invitations when sharing is restricted to the owner', async () => {
    const { id } = await invite(owner)
    await share({ editorsMayShare: false })
    expect(readErrorCode(await tryInvite(editor))).toBe('FORBIDDEN')
    expect(readErrorCode(await world.ask(editor, linking, { projectId, role: 'viewer' }))).toBe('FORBIDDEN')
    expect(readErrorCode(await world.ask(editor, revoking, { id }))).toBe('FORBIDDEN')
    expect(await list(editor)).toEqual([])
    expect(await list(owner)).toHaveLength(1)
  })

  it('no longer lists invitations of a person who may not share any more', async () => {
    await invite(editor)
    await share({ changes: { [editor.person.id]: 'viewer' } })
    expect(await list(owner)).toEqual([])
  })

  it('answers the same for the invitation of a hidden project and for an unknown one', async () => {
    const { id } = await invite(owner)
    const stranger = world.person(`stranger${round}`)
    const hidden = await world.ask(stranger, revoking, { id })
    expect(readErrorCode(hidden)).toBe('NOT_FOUND')
    for (const unknown of [randomUUID(), 'x', '', `${id}x`]) {
      expect(await world.ask(stranger, revoking, { id: unknown })).toEqual(hidden)
    }
    expect(readErrorCode(await world.ask(anonymousViewer, revoking, { id }))).toBe('UNAUTHENTICATED')
    expect(await list(owner)).toHaveLength(1)
  })

  it('answers a repeated revocation with true', async () => {
    const { id } = await createLink(owner)
    const operation = createOperationIds()
    for (let times = 0; times < 2; times += 1) {
      expect((await world.ask(editor, revoking, { id }, operation)).data).toEqual({ revokeInvitation: true })
    }
    expect(await list(owner)).toEqual([])
    expect(readErrorCode(await world.ask(owner, revoking, { id }))).toBe('NOT_FOUND')
  })

  it('deletes invitations a month after their end', async () => {
    const { id } = await createLink(owner)
    await world.test.pool.query(
      `update project_invitations set expires_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    await deleteOldInvitations(world.database.pool)
    const { rows } = await world.test.pool.query('select from project_invitations where id = $1', [id])
    expect(rows).toEqual([])
  })

  it('deletes the invitations of a person together with the person', async () => {
    const { id } = await invite(owner)
    await createLink(editor)
    await deletePersonData(world.database, editor.person.id)
    const { rows } = await world.test.pool.query('select id from project_invitations where project_id = $1', [
      projectId,
    ])
    expect(rows).toEqual([{ id }])
  })
})
