import { dayMs, minuteMs } from '@espalier/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createToken } from '../../testing/token-server.ts'
import type { SignedInViewer } from '../projects/index.ts'

let time = new Date('2030-01-01T12:00:00Z')
let world: ProjectWorld
let ann: SignedInViewer
let bob: SignedInViewer
let eve: SignedInViewer

beforeEach(async () => {
  time = new Date('2030-01-01T12:00:00Z')
  world = await openProjectWorld({ now: () => time })
  ;[ann, bob, eve] = [world.person('ann'), world.person('bob'), world.person('eve')]
  for (const { person, accountId } of [ann, bob, eve])
    await world.test.pool.query('insert into accounts (id, user_id, email, firstname) values ($1, $2, $3, $4)', [
      accountId,
      person.id,
      person.email,
      person.firstname,
    ])
})
afterEach(() => world.close())

const deletionFields = 'dueAt needsLogin projectCount sharedProjects { id title newOwnerId people { email } }'
const requesting = `mutation ($projects: [ProjectHandover!]!) {
  requestAccountDeletion(projects: $projects) { ${deletionFields} } }`
const request = (projects: readonly object[] = [], viewer = ann) => world.ask(viewer, requesting, { projects })
const read = () => world.get<{ accountDeletion: object }>(ann, `{ accountDeletion { ${deletionFields} } }`)
const cancel = () => world.ask(ann, 'mutation { cancelAccountDeletion { dueAt } }')
const runJob = () => world.accountRunners['delete-accounts']({})
const wait = (days: number) => (time = new Date(time.getTime() + days * dayMs))
const share = (projectId: string, users: object, viewer = ann) =>
  world.get(viewer, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id: projectId,
    data: { sharing: { users } },
  })
const open = (viewer: SignedInViewer, id: string) =>
  world.get<{ project: { owner: string; sharing: { users: object } } | null }>(
    viewer,
    'query ($id: ID!) { project(id: $id) { owner sharing { users } } }',
    { id },
  )
const comment = (viewer: SignedInViewer, nodeId: string, body: string) =>
  world.get(viewer, 'mutation ($nodeId: ID!, $body: String!) { addComment(nodeId: $nodeId, body: $body) { id } }', {
    nodeId,
    body,
  })

/** A project of Ann that Bob edits and Eve views; both have opened it. */
async function openSharedProject(title: string) {
  const project = await openTestProject(world, ann, title)
  await share(project.projectId, { [bob.person.id]: 'editor', [eve.person.id]: 'viewer' })
  await open(bob, project.projectId)
  await open(eve, project.projectId)
  return project
}

const readSubjects = async (): Promise<string[]> => (await world.letters()).map(({ subject }) => subject)

describe("A request to delete one's account", () => {
  it('requires a choice for each shared project before an account is deleted, among the people who opened it', async () => {
    const { projectId } = await openSharedProject('Orchard')
    await openTestProject(world, ann, 'Private')
    const people = [{ email: 'bob@example.com' }, { email: 'eve@example.com' }]
    const shared = { id: projectId, title: 'Orchard', people, newOwnerId: null }
    expect(await read()).toEqual({
      accountDeletion: { dueAt: null, needsLogin: false, projectCount: 2, sharedProjects: [shared] },
    })
    for (const projects of [[], [{ projectId, newOwnerId: ann.person.id }], [{ projectId, newOwnerId: 'x' }]]) {
      const { errors } = await request(projects)
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field: 'projects' })
    }
    expect(await read()).toMatchObject({ accountDeletion: { dueAt: null } })
    const dueAt = time.getTime() + 7 * dayMs
    const answer = await request([{ projectId: projectId.toUpperCase(), newOwnerId: eve.person.id }])
    expect(answer.data).toMatchObject({
      requestAccountDeletion: { dueAt, sharedProjects: [{ ...shared, newOwnerId: eve.person.id }] },
    })
    expect(await readSubjects()).toEqual(['Espalier: your account will be deleted'])
  })

  it('refuses to delete an account if the last login is too long ago, and to programs', async () => {
    time = new Date(time.getTime() + 15 * minuteMs)
    expect(await read()).toMatchObject({ accountDeletion: { needsLogin: true } })
    expect(readErrorCode(await request())).toBe('FORBIDDEN')
    const { authenticatedAt: _unknown, ...unproven } = ann
    expect(readErrorCode(await request([], unproven))).toBe('FORBIDDEN')
    expect(await readSubjects()).toEqual([])
  })

  it('refuses to delete an account as long as a subscription is paid for', async () => {
    const subscribing = `update accounts set subscription_id = 'sub', subscription_status = 'active' where user_id = $1`
    await world.test.pool.query(subscribing, [ann.person.id])
    expect(readErrorCode(await request())).toBe('CONFLICT')
  })

  it('keeps the time of a repeated request to delete an account, and sends no second mail', async () => {
    const { projectId } = await openSharedProject('Orchard')
    await request([{ projectId, newOwnerId: bob.person.id }])
    time = new Date(time.getTime() + minuteMs)
    await request([{ projectId }])
    const dueAt = time.getTime() + 7 * dayMs - minuteMs
    expect(await read()).toMatchObject({ accountDeletion: { dueAt, sharedProjects: [{ newOwnerId: null }] } })
    expect(await readSubjects()).toHaveLength(1)
  })

  it('lets a person cancel the deletion of their account for seven days', async () => {
    await request()
    wait(6.9)
    await runJob()
    expect((await cancel()).data).toEqual({ cancelAccountDeletion: { dueAt: null } })
    wait(1)
    await runJob()
    expect(await world.identities.findById(ann.person.id)).not.toBeNull()
    expect((await cancel()).errors).toBeUndefined()
  })

  it('refuses to cancel a deletion that has begun', async () => {
    await request()
    wait(7)
    await world.test.pool.query('update account_deletions set started_at = now()')
    expect(readErrorCode(await cancel())).toBe('CONFLICT')
  })
})

describe('The deletion of an account', () => {
  it('hands over or deletes the projects of a deleted person, and keeps only what they wrote elsewhere', async () => {
    const handed = await openSharedProject('Handed over')
    const dropped = await openSharedProject('Deleted with it')
    const own = await openTestProject(world, ann, 'Private')
    const node = await handed.add({ title: 'Pear', assigneeIds: [ann.person.id] })
    await comment(ann, node.id, 'Ann was here')
    time = new Date(time.getTime() + 1)
    await comment(bob, node.id, `Ask <a data-user-id="${ann.person.id}">@ann@example.com</a> about it`)
    const other = await openTestProject(world, bob, 'Cellar')
    await share(other.projectId, { [ann.person.id]: 'editor' }, bob)
    const views = { viewChanges: { put: [{ name: 'Mine', kind: 'map' }] } }
    await world.get(ann, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
      id: other.projectId,
      data: views,
    })
    const { secret } = await createToken(world, ann, {})
    await world.calendars.create(ann, null)
    await request([{ projectId: handed.projectId, newOwnerId: eve.person.id }, { projectId: dropped.projectId }])
    wait(7)
    world.published.length = 0
    await runJob()
    expect((await open(eve, handed.projectId)).project).toEqual({
      owner: eve.person.id,
      sharing: { users: { [bob.person.id]: 'editor' } },
    })
    expect((await createNodeClient(world, bob, handed.projectId).list()).map(({ title }) => title)).toContain('Pear')
    for (const { projectId } of [dropped, own]) {
      expect(
        (await world.ask(bob, 'query ($id: ID!) { project(id: $id) { id } }', { id: projectId })).errors,
      ).toBeTruthy()
      expect(world.published).toContainEqual({ kind: 'project-purged', projectId })
    }
    expect((await open(bob, other.projectId)).project?.sharing.users).toEqual({})
    const { comments } = await world.get<{ comments: object[] }>(
      bob,
      'query ($projectId: ID!) { comments(projectId: $projectId) { author { email } body } }',
      { projectId: handed.projectId },
    )
    expect(comments).toEqual([
      { author: null, body: 'Ann was here' },
      {
        author: { email: 'bob@example.com' },
        body: `Ask <a data-user-id="${ann.person.id}">@Former member</a> about it`,
      },
    ])
    expect(await world.identities.findById(ann.person.id)).toBeNull()
    await expect(world.tokens.authenticate({ authorization: `Bearer ${secret}` })).rejects.toThrow()
    expect(await readSubjects()).toContain('Espalier: your account was deleted')
    expect(await findTablesWith(ann.person.email)).toEqual([])
    // Without an account the id leads to nobody.
    expect(await findTablesWith(ann.person.id)).toEqual(['change_log', 'comments', 'nodes', 'notifications'])
  })

  it('hands a project over to its first editor if the chosen person has left, or nobody was chosen', async () => {
    const [left, later] = [await openSharedProject('Left'), await openTestProject(world, ann, 'Shared later')]
    await request([{ projectId: left.projectId, newOwnerId: eve.person.id }])
    await share(left.projectId, { [bob.person.id]: 'editor' })
    await share(later.projectId, { [bob.person.id]: 'editor' })
    await open(bob, later.projectId)
    wait(7)
    await runJob()
    for (const { projectId } of [left, later])
      expect((await open(bob, projectId)).project).toEqual({ owner: bob.person.id, sharing: { users: {} } })
  })

  it('continues a deletion that a killed server left unfinished, and mails once', async () => {
    const { projectId } = await openSharedProject('Orchard')
    await request([{ projectId, newOwnerId: bob.person.id }])
    wait(7)
    const { remove } = world.identities
    Object.assign(world.identities, { remove: () => Promise.reject(new Error('gone')) })
    await runJob()
    expect((await open(ann, projectId)).project?.owner).toBe(ann.person.id)
    expect(readErrorCode(await cancel())).toBe('CONFLICT')
    Object.assign(world.identities, { remove })
    const servers = [world, world.another(world.bus), world.another(world.bus)]
    await Promise.all(servers.map(({ accountRunners }) => accountRunners['delete-accounts']({})))
    await runJob()
    expect((await open(bob, projectId)).project?.owner).toBe(bob.person.id)
    expect((await readSubjects()).filter((subject) => subject.includes('was deleted'))).toHaveLength(1)
  })
})

/** Returns the tables that contain this text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { pool } = world.test
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select from "${name}" as row where strpos(row::text, $1) > 0 limit 1`, [
      text,
    ])
    if (rowCount === 1) found.push(name)
  }
  return found
}
