import { dayMs } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOperationIds, openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { createInvitationLinks } from './invitation-links.ts'

const inviting = `mutation ($projectId: ID!, $email: String!, $role: String!) {
  inviteToProject(projectId: $projectId, email: $email, role: $role) { id link } }`
const linking = `mutation ($projectId: ID!, $role: String!, $expiresAt: Millis, $maxUses: Int) {
  createInviteLink(projectId: $projectId, role: $role, expiresAt: $expiresAt, maxUses: $maxUses) { id link } }`
const accepting = 'mutation ($token: String!) { acceptInvitation(token: $token) { id sharing { users } } }'
const previewing = 'query ($token: String!) { invitation(token: $token) { projectTitle invitedBy role email } }'
const listing = 'query ($projectId: ID!) { invitations(projectId: $projectId) { id usesLeft } }'
const revoking = 'mutation ($id: ID!) { revokeInvitation(id: $id) }'
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

interface Created {
  readonly id: string
  readonly link: string
}

let world: ProjectWorld
let at = Date.parse('2026-06-01T00:00:00Z')
let round = 0
let owner: SignedInViewer
let editor: SignedInViewer
let bea: SignedInViewer
let projectId: string

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(at), areAcquainted: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  owner = world.person(`owner${round}`, { lastname: 'Lovelace' })
  editor = world.person(`editor${round}`)
  bea = world.person(`bea${round}`)
  projectId = (await openTestProject(world, owner, 'Garden')).projectId
  await accept(editor, await createLink({ role: 'editor' }))
})

const readToken = (link: string): string => link.slice(link.lastIndexOf('/') + 1)
const update = (data: object) => world.get(owner, updating, { id: projectId, data })
const createLink = async (more: object = {}, by: Viewer = owner) => {
  const variables = { projectId, role: 'viewer', ...more }
  return readToken((await world.get<{ createInviteLink: Created }>(by, linking, variables)).createInviteLink.link)
}
const invite = async (email: string, role = 'editor') =>
  (await world.get<{ inviteToProject: Created }>(owner, inviting, { projectId, email, role })).inviteToProject
const readMailedToken = async (address: string): Promise<string> => {
  const text = (await world.letters()).findLast(({ to }) => to === address)?.text ?? ''
  return readToken(/https:\/\/espalier\.example\/join\/\S+/.exec(text)?.[0] ?? '')
}
const accept = (by: Viewer, token: string) => world.ask(by, accepting, { token })
const preview = async (by: Viewer, token: string) =>
  (await world.get<{ invitation: object | null }>(by, previewing, { token })).invitation
const readUsers = async () => {
  const query = 'query ($id: ID!) { project(id: $id) { sharing { users } } }'
  const { project } = await world.get<{ project: { sharing: { users: Record<string, string> } } }>(owner, query, {
    id: projectId,
  })
  return project.sharing.users
}

describe('acceptInvitation', () => {
  it('makes the invited person a member, who is known to the others from then on', async () => {
    const { link } = await invite(bea.person.email)
    const { data } = await accept(bea, readToken(link))
    const users = { [editor.person.id]: 'editor', [bea.person.id]: 'editor' }
    expect(data).toEqual({ acceptInvitation: { id: projectId, sharing: { users } } })
    const { projects } = await world.get<{ projects: { id: string }[] }>(bea, '{ projects { id } }')
    expect(projects).toEqual([{ id: projectId }])
    const find = 'query ($id: ID!) { publicUserById(id: $id) { email } }'
    expect(await world.get(owner, find, { id: bea.person.id })).toEqual({
      publicUserById: { email: bea.person.email },
    })
    expect(world.audited.at(-1)).toMatchObject({ kind: 'invitation-accepted', projectId, userId: bea.person.id })
  })

  it('works once for an address, and again only for the member who used it', async () => {
    const { link } = await invite(bea.person.email)
    const token = readToken(link)
    await accept(bea, token)
    expect((await accept(bea, token)).errors).toBeUndefined()
    expect(await world.get(owner, listing, { projectId })).toMatchObject({ invitations: [{ usesLeft: null }] })
    await update({ sharing: { changes: { [bea.person.id]: null } } })
    expect(readErrorCode(await accept(bea, token))).toBe('NOT_FOUND')
  })

  it('refuses another account and names the address that was invited', async () => {
    const { link } = await invite('cy@example.com')
    for (const token of [readToken(link), await readMailedToken('cy@example.com')]) {
      const { errors } = await accept(bea, token)
      expect(errors?.[0]).toMatchObject({
        message: 'This invitation is for cy@example.com',
        extensions: { code: 'FORBIDDEN' },
      })
    }
    expect(await readUsers()).not.toHaveProperty(bea.person.id)
  })

  it('requires a proven address for the copied link, while the mailed link proves it', async () => {
    const unproven = world.person(`unproven${round}`, { isEmailUnproven: true })
    const { link } = await invite(unproven.person.email)
    const refused = await accept(unproven, readToken(link))
    expect(refused.errors?.[0]).toMatchObject({
      message: 'Verify your email address first. Then you can accept this invitation.',
      extensions: { code: 'FORBIDDEN' },
    })
    expect((await accept(unproven, await readMailedToken(unproven.person.email))).errors).toBeUndefined()
    expect(await readUsers()).toHaveProperty(unproven.person.id, 'editor')
  })

  it('never lowers the role of a member and raises that of a viewer', async () => {
    const [viewerLink, editorLink] = [await createLink(), await createLink({ role: 'editor' })]
    await accept(editor, viewerLink)
    expect(await readUsers()).toEqual({ [editor.person.id]: 'editor' })
    expect((await accept(owner, viewerLink)).errors).toBeUndefined()
    await accept(bea, viewerLink)
    await accept(bea, editorLink)
    expect(await readUsers()).toEqual({ [editor.person.id]: 'editor', [bea.person.id]: 'editor' })
  })

  it('counts the uses of a link by new members alone, also when they come at once', async () => {
    const token = await createLink({ maxUses: 2 })
    await accept(editor, token)
    const people = Array.from({ length: 5 }, (_, index) => world.person(`guest${round}x${index}`))
    const answers = await Promise.all(people.map((person) => accept(person, token)))
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2)
    expect(answers.map(readErrorCode).filter((code) => code === 'NOT_FOUND')).toHaveLength(3)
    expect(Object.keys(await readUsers())).toHaveLength(3)
  })

  it('refuses links that are expired, revoked, forged or of a deleted project', async () => {
    const expired = await createLink({ expiresAt: at + 1_000 })
    at += 1_000
    const { id, link } = await invite(bea.person.email)
    await world.get(owner, revoking, { id })
    const good = await createLink()
    const foreign = createInvitationLinks({ secrets: ['another secret'], webUrl: () => 'https://espalier.example' })
    const forged = readToken(foreign.buildLink(id))
    const wrong = ['', 'x', '~', '.', `${good}x`, good.slice(1), good.replace('~', ''), 'x'.repeat(100_000), forged]
    for (const token of [expired, readToken(link), ...wrong]) {
      expect(readErrorCode(await accept(bea, token))).toBe('NOT_FOUND')
      expect(await preview(anonymousViewer, token)).toBeNull()
    }
    await update({ status: 'deleted' })
    expect(readErrorCode(await accept(bea, good))).toBe('NOT_FOUND')
    expect(await preview(bea, good)).toBeNull()
  })

  it('does not let an editor who was removed come back by their own link', async () => {
    const token = await createLink({ role: 'editor' }, editor)
    await update({ sharing: { changes: { [editor.person.id]: null } } })
    expect(readErrorCode(await accept(editor, token))).toBe('NOT_FOUND')
    expect(readErrorCode(await accept(bea, token))).toBe('NOT_FOUND')
    expect(await preview(bea, token)).toBeNull()
  })

  it('stops the links of editors while only the owner can share', async () => {
    const token = await createLink({}, editor)
    await update({ sharing: { editorsMayShare: false } })
    expect(readErrorCode(await accept(bea, token))).toBe('NOT_FOUND')
    await update({ sharing: { editorsMayShare: true } })
    expect((await accept(bea, token)).errors).toBeUndefined()
  })

  it('answers a repeated operation with the project and uses the link once', async () => {
    const token = await createLink({ maxUses: 2 })
    const operation = createOperationIds()
    const first = await world.ask(bea, accepting, { token }, operation)
    expect(await world.ask(bea, accepting, { token }, operation)).toEqual(first)
    const { invitations } = await world.get<{ invitations: { usesLeft: number | null }[] }>(owner, listing, {
      projectId,
    })
    expect(invitations.map(({ usesLeft }) => usesLeft)).toContain(1)
  })

  it('requires a signed-in person', async () => {
    expect(readErrorCode(await accept(anonymousViewer, await createLink()))).toBe('UNAUTHENTICATED')
  })
})

describe('Preview of an invitation', () => {
  it('shows an invited person the address of the inviter beside the name, also without a session', async () => {
    const { link } = await invite(bea.person.email)
    const expected = {
      projectTitle: 'Garden',
      invitedBy: `owner${round} Lovelace (${owner.person.email})`,
      role: 'editor',
      email: bea.person.email,
    }
    expect(await preview(anonymousViewer, readToken(link))).toEqual(expected)
    expect(await preview(bea, await readMailedToken(bea.person.email))).toEqual(expected)
  })

  it('shows strangers who have a link for anybody only the name of the inviter', async () => {
    expect(await preview(anonymousViewer, await createLink())).toEqual({
      projectTitle: 'Garden',
      invitedBy: `owner${round} Lovelace`,
      role: 'viewer',
      email: null,
    })
  })

  it('still leads the member who used it to the project, and nobody else', async () => {
    const token = readToken((await invite(bea.person.email)).link)
    await accept(bea, token)
    at += 40 * dayMs
    expect(await preview(bea, token)).toMatchObject({ projectTitle: 'Garden' })
    expect(await preview(editor, token)).toBeNull()
    expect(await preview(anonymousViewer, token)).toBeNull()
  })
})
