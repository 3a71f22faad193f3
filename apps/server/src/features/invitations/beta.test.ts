import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const inviting = `mutation ($projectId: ID!, $email: String!) {
  inviteToProject(projectId: $projectId, email: $email, role: "editor") { link } }`
const linking = 'mutation ($projectId: ID!) { createInviteLink(projectId: $projectId, role: "editor") { link } }'
const accepting = 'mutation ($token: String!) { acceptInvitation(token: $token) { id } }'
const invitingToBeta = 'mutation ($emails: [String!]!) { inviteToBeta(emails: $emails) }'

let world: ProjectWorld
let round = 0
let owner: SignedInViewer
let projectId: string

beforeAll(async () => {
  world = await openProjectWorld({ signup: 'beta' })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  owner = world.person(`owner${round}`, { status: 'active' })
  await world.test.pool.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', [
    owner.accountId,
    owner.person.id,
    owner.person.email,
  ])
  projectId = (await openTestProject(world, owner)).projectId
})

const openWaiting = (name: string) => world.person(`${name}${round}`, { status: 'pending', hasAccess: false })
const readStatus = async ({ person }: SignedInViewer) => (await world.identities.findById(person.id))?.status
const readToken = (link: string): string => link.slice(link.lastIndexOf('/') + 1)
const invite = (email: string) => world.ask(owner, inviting, { projectId, email })
const createLink = async () =>
  readToken(
    (await world.get<{ createInviteLink: { link: string } }>(owner, linking, { projectId })).createInviteLink.link,
  )
const accept = (by: SignedInViewer, token: string) => world.ask(by, accepting, { token })

describe('Invitations in a private beta', () => {
  it('approves the invited account, and the address counts once among the five', async () => {
    const bea = openWaiting('bea')
    const { inviteToProject } = await world.get<{ inviteToProject: { link: string } }>(owner, inviting, {
      projectId,
      email: bea.person.email,
    })
    await world.get(owner, invitingToBeta, { emails: [1, 2, 3, 4].map((n) => `p${n}x${round}@example.com`) })
    expect((await accept(bea, readToken(inviteToProject.link))).errors).toBeUndefined()
    expect(await readStatus(bea)).toBe('active')
    const { errors } = await invite('late@example.com')
    expect(errors?.[0]).toMatchObject({
      message: 'You have used all of your 5 invites',
      extensions: { code: 'BAD_USER_INPUT', field: 'email' },
    })
    expect((await invite(bea.person.email)).errors?.[0]?.message).toBe(`Already shared with ${bea.person.email}`)
  })

  it('needs no invite for an account that is active already', async () => {
    await world.get(owner, invitingToBeta, { emails: [1, 2, 3, 4, 5].map((n) => `p${n}x${round}@example.com`) })
    const member = world.person(`member${round}`, { status: 'active' })
    expect((await invite(member.person.email)).errors).toBeUndefined()
    expect((await accept(member, await createLink())).errors).toBeUndefined()
  })

  it('approves five people by a link and refuses the sixth, who does not become a member', async () => {
    const token = await createLink()
    const people = [1, 2, 3, 4, 5, 6].map((n) => openWaiting(`guest${n}x`))
    const answers = await Promise.all(people.map((person) => accept(person, token)))
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(5)
    const refused = answers.find(({ errors }) => errors !== undefined)
    expect(refused && readErrorCode(refused)).toBe('FORBIDDEN')
    const { rows } = await world.test.pool.query('select from project_members where project_id = $1', [projectId])
    expect(rows).toHaveLength(5)
    expect((await Promise.all(people.map(readStatus))).filter((status) => status === 'pending')).toHaveLength(1)
  })

  it('does not override the decision of an operator', async () => {
    const blocked = world.person(`blocked${round}`, { status: 'blocked', hasAccess: false })
    expect((await accept(blocked, await createLink())).errors).toBeUndefined()
    expect(await readStatus(blocked)).toBe('blocked')
  })
})
