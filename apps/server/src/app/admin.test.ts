import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityMigrations } from '@espalier/identity'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { formatConnectionString } from '@espalier/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdminCommand } from '../admin/run-admin.ts'
import { readConfig } from '../config/config.ts'
import { serverMigrations } from '../database/database.ts'
import { createLog } from '../reliability/log.ts'
import { adminTable } from '../testing/admin-access.ts'
import { registerPerson } from '../testing/identity-service.ts'
import { connectTestClient, readPromptClose } from '../transport/testing/test-client.ts'
import { type RunningApp, startApp } from './start-app.ts'

interface Member {
  readonly id: string
  readonly cookie: string
}
type Answer = { readonly data?: Record<string, never>; readonly errors?: readonly { extensions: { code: string } }[] }

let test: TestDatabase
let dataDir: string
let env: Record<string, string>
let apps: RunningApp[]
let operator: Member
let member: Member

const names = { firstname: 'Mem', lastname: 'Ber' }
const register = (email: string, traits: object = names): Promise<Member> =>
  registerPerson(`${apps[0]?.url}/identity`, { email, ...traits })

beforeAll(async () => {
  test = await testDatabase([identityMigrations, serverMigrations])
  dataDir = await mkdtemp(join(tmpdir(), 'espalier-admin-'))
  env = {
    DATABASE_URL: formatConnectionString(test.connection),
    DATABASE_CONNECTIONS: '14',
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret that both of the servers know',
    ADMIN_EMAILS: 'Operator@example.com, other@example.com',
    SIGNUP: 'beta',
    RATE_LIMITS: 'off',
    PORT: '0',
  }
  apps = []
  const log = createLog({ level: 'silent', isTerminal: false, destination: { write: () => {} } })
  for (let count = 0; count < 2; count += 1)
    apps.push(await startApp(readConfig(env, tmpdir()), log, { reports: null }))
  operator = await register('operator@example.com')
  member = await register('member@example.com')
}, 60_000)
afterAll(async () => {
  for (const app of apps) await app.stop()
  await test.drop()
  await rm(dataDir, { recursive: true })
}, 30_000)

const send = (headers: Record<string, string>, query: string, variables: object = {}, server = 0) =>
  fetch(`${apps[server]?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
const ask = async (who: Member | null, query: string, variables: object = {}): Promise<Answer> =>
  (await (await send(who === null ? {} : { cookie: who.cookie }, query, variables)).json()) as Answer
async function get<Fields>(who: Member, query: string, variables: object = {}): Promise<Fields> {
  const { data, errors } = await ask(who, query, variables)
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data as unknown as Fields
}
const readCode = ({ errors }: Answer): string | undefined => errors?.[0]?.extensions.code

const setActive = (person: Member, isActive: boolean) =>
  get<{ setPersonActive: { status: string; sessionCount: number } }>(
    operator,
    'mutation ($id: ID!, $isActive: Boolean!) { setPersonActive(personId: $id, isActive: $isActive) { status sessionCount } }',
    { id: person.id, isActive },
  )

interface Entry {
  readonly action: string
  readonly personId: string | null
  readonly email: string | null
  readonly address: string | null
  readonly tokenName: string | null
  readonly projectId: string | null
  readonly subjectId: string | null
  readonly subjectEmail: string | null
  readonly details: Readonly<Record<string, unknown>>
}
const entryFields = 'action personId email address tokenName projectId subjectId subjectEmail details'
const readLog = async (filter: object): Promise<readonly Entry[]> => {
  const query = `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 200) { entries { ${entryFields} } } }`
  return (await get<{ auditLog: { entries: Entry[] } }>(operator, query, { filter })).auditLog.entries
}
/** Entries that nobody waits for are stored a moment later. */
const waitForEntry = async (filter: object): Promise<Entry> =>
  expect
    .poll(async () => (await readLog(filter))[0], { timeout: 5_000 })
    .toBeDefined()
    .then(async () => (await readLog(filter))[0] as Entry)

const connect = async (server: number, headers: Record<string, string>) => {
  const client = connectTestClient(Number(new URL(apps[server]?.url ?? '').port), { headers })
  await client.init()
  return client
}

const search = async (text: string) =>
  get<{ adminPeople: { total: number; people: { email: string; status: string; isAdmin: boolean }[] } }>(
    operator,
    'query ($text: String) { adminPeople(search: $text) { total people { email status isAdmin sessionCount } } }',
    { text },
  )

const fail = (line: string) => expect.fail(line)

describe('The API for operators', () => {
  it.each(Object.keys(adminTable))('answers %s to operators only, and NOT_FOUND to everybody else', async (name) => {
    const [operation] = adminTable[name] ?? []
    const variables = operation?.variables?.({} as never) ?? {}
    for (const who of [null, member])
      expect(await ask(who, operation?.query ?? '', variables)).toMatchObject({
        errors: [{ message: 'Not Found', extensions: { code: 'NOT_FOUND' } }],
      })
    const answer = await ask(operator, operation?.query ?? '', variables)
    // Nobody has the id of the table.
    const isAboutNobody = JSON.stringify(answer).includes('There is no such')
    expect(isAboutNobody || answer.errors === undefined).toBe(true)
  })

  it('lists waiting people first, and finds people by a part of their address or name', async () => {
    await register('zoe@search.example', { firstname: 'Zoë', lastname: 'Half%Way' })
    await register('second@search.example')
    const { adminPeople } = await search('@SEARCH.example')
    expect(adminPeople).toMatchObject({
      total: 2,
      people: [
        { email: 'zoe@search.example', status: 'pending', isAdmin: false, sessionCount: 1 },
        { email: 'second@search.example', status: 'pending' },
      ],
    })
    expect((await search('zoë half%')).adminPeople.total).toBe(1)
    expect((await search('zoë half_')).adminPeople.total).toBe(0)
    expect((await search('operator')).adminPeople.people[0]?.isAdmin).toBe(true)
  })

  it('approves a waiting person once, who then may use the product', async () => {
    const waiting = await register('waiting@example.com')
    const create = 'mutation { createProject(data: { title: "Plan" }) { id } }'
    const approve = 'mutation ($id: ID!) { approvePerson(personId: $id) { status } }'
    expect(readCode(await ask(waiting, create))).toBe('FORBIDDEN')
    expect(await get(operator, approve, { id: waiting.id })).toEqual({ approvePerson: { status: 'active' } })
    expect(readCode(await ask(waiting, create))).toBeUndefined()
    expect(readCode(await ask(operator, approve, { id: waiting.id }))).toBe('BAD_USER_INPUT')
    expect(await waitForEntry({ action: 'person-approved' })).toMatchObject({
      email: 'operator@example.com',
      subjectId: waiting.id,
    })
  })

  it('ends requests, sockets, tokens and calendars of a deactivated person on every server at once', async () => {
    const person = await register('leaving@example.com')
    await get(operator, 'mutation ($id: ID!) { approvePerson(personId: $id) { id } }', { id: person.id })
    const { createAccessToken } = await get<{ createAccessToken: { secret: string } }>(
      person,
      'mutation { createAccessToken(data: { name: "Robot", role: editor }) { secret } }',
    )
    const { createCalendarFeed } = await get<{ createCalendarFeed: { url: string } }>(
      person,
      'mutation { createCalendarFeed { url } }',
    )
    const calendar = `${apps[1]?.url}${new URL(createCalendarFeed.url).pathname}`
    expect((await fetch(calendar)).status).toBe(200)
    const token = { authorization: `Bearer ${createAccessToken.secret}` }
    const clients = [
      await connect(0, { cookie: person.cookie }),
      await connect(1, { cookie: person.cookie }),
      await connect(0, token),
      await connect(1, token),
    ]
    const others = [await connect(1, { cookie: member.cookie })]
    expect((await setActive(person, false)).setPersonActive).toEqual({ status: 'deactivated', sessionCount: 0 })
    for (const code of await Promise.all(clients.map(readPromptClose))) expect(code).toBe(4401)
    for (const server of [0, 1]) {
      expect((await send(token, '{ projects { id } }', {}, server)).status).toBe(401)
      const answer = await (await send({ cookie: person.cookie }, '{ projects { id } }', {}, server)).json()
      expect(readCode(answer as Answer)).toBe('UNAUTHENTICATED')
    }
    expect((await fetch(calendar)).status).toBe(404)
    expect(others[0]?.socket.readyState).toBe(1)
    others[0]?.socket.close()
    expect((await setActive(person, true)).setPersonActive.status).toBe('active')
    expect((await send(token, '{ projects { id } }')).status).toBe(200)
    expect((await fetch(calendar)).status).toBe(200)
    expect(await waitForEntry({ action: 'person-deactivated', person: 'LEAVING@example.com' })).toMatchObject({
      personId: operator.id,
      address: '127.0.0.1',
      subjectEmail: 'leaving@example.com',
    })
  })

  it('closes open sockets on every server when a command deactivates a person', async () => {
    const person = await register('commanded@example.com')
    await get(operator, 'mutation ($id: ID!) { approvePerson(personId: $id) { id } }', { id: person.id })
    const { createAccessToken } = await get<{ createAccessToken: { secret: string } }>(
      person,
      'mutation { createAccessToken(data: { name: "Robot", role: reader }) { secret } }',
    )
    const token = { authorization: `Bearer ${createAccessToken.secret}` }
    const clients = [
      await connect(0, { cookie: person.cookie }),
      await connect(1, { cookie: person.cookie }),
      await connect(1, token),
    ]
    const lines: string[] = []
    const run = (...args: string[]) =>
      runAdminCommand(args, { env, cwd: tmpdir(), print: (line) => lines.push(line), printError: fail })
    expect(await run('deactivate', 'commanded@example.com')).toBe(0)
    for (const code of await Promise.all(clients.map(readPromptClose))) expect(code).toBe(4401)
    expect(await run('audit', 'commanded@example.com')).toBe(0)
    const entries = (lines.at(-1) ?? '').split('\n').map((line) => JSON.parse(line) as Entry)
    expect(entries[0]).toMatchObject({
      action: 'person-deactivated',
      personId: null,
      details: { via: 'npm run admin' },
    })
    expect(await run('figures')).toBe(0)
    expect(lines.at(-1)).toMatch(/projects +\d+/)
    expect(await run('test-mail', 'someone@example.com')).toBe(0)
  })

  it('does not let operators deactivate themselves', async () => {
    const answer = await ask(
      operator,
      'mutation ($id: ID!) { setPersonActive(personId: $id, isActive: false) { id } }',
      {
        id: operator.id,
      },
    )
    expect(readCode(answer)).toBe('BAD_USER_INPUT')
  })

  it('lists and revokes the invitations of any project', async () => {
    const owner = await register('inviting@example.com')
    await get(operator, 'mutation ($id: ID!) { approvePerson(personId: $id) { id } }', { id: owner.id })
    const { createProject } = await get<{ createProject: { id: string } }>(
      owner,
      'mutation { createProject(data: { title: "Secret title" }) { id } }',
    )
    const projectId = createProject.id
    const invite = `mutation ($projectId: ID!) { createInviteLink(projectId: $projectId, role: "viewer") { id link } }`
    const { createInviteLink } = await get<{ createInviteLink: { id: string } }>(owner, invite, { projectId })
    const list = '{ adminInvitations { total invitations { id projectId email role invitedByEmail } } }'
    const shown = await get(operator, list)
    expect(shown).toMatchObject({
      adminInvitations: {
        invitations: [
          { id: createInviteLink.id, projectId, email: null, role: 'viewer', invitedByEmail: 'inviting@example.com' },
        ],
      },
    })
    expect(JSON.stringify(shown)).not.toContain('Secret title')
    const revoke = 'mutation ($id: ID!) { adminRevokeInvitation(id: $id) }'
    expect(await get(operator, revoke, { id: createInviteLink.id })).toEqual({ adminRevokeInvitation: true })
    expect(readCode(await ask(operator, revoke, { id: createInviteLink.id }))).toBe('NOT_FOUND')
    expect(await get(operator, list)).toMatchObject({ adminInvitations: { total: 0 } })
    expect((await readLog({ projectId })).map(({ action, email }) => [action, email])).toEqual([
      ['invitation-revoked', 'operator@example.com'],
      ['invite-link-created', 'inviting@example.com'],
    ])
  })

  it('counts what is stored and queued, and sends a test mail to the operator', async () => {
    const { adminFigures } = await get<{ adminFigures: Record<string, number> }>(
      operator,
      '{ adminFigures { people pending projects nodes databaseBytes jobsWaiting jobsFailed mailsWaiting mailsFailed sendsMail } }',
    )
    expect(adminFigures['people']).toBeGreaterThan(1)
    expect(adminFigures['databaseBytes']).toBeGreaterThan(1_000_000)
    expect(adminFigures).toMatchObject({ jobsFailed: 0, mailsFailed: 0, sendsMail: false })
    expect(await get(operator, 'mutation { sendTestMail }')).toEqual({ sendTestMail: true })
    const mails = (await (await fetch(`${apps[0]?.url}/dev/outbox.json`)).json()) as { to: string; subject: string }[]
    expect(mails).toContainEqual(
      expect.objectContaining({ to: 'operator@example.com', subject: 'Test email from Espalier' }),
    )
  })
})

describe('The audit log', () => {
  it('names in the audit log who signed in, created a token, shared and deleted a project, and with which token', async () => {
    const person = await register('audited@example.com')
    await get(operator, 'mutation ($id: ID!) { approvePerson(personId: $id) { id } }', { id: person.id })
    const { createAccessToken } = await get<{ createAccessToken: { secret: string } }>(
      person,
      'mutation { createAccessToken(data: { name: "=HYPERLINK(1)", role: editor }) { secret } }',
    )
    const { createProject } = await get<{ createProject: { id: string } }>(
      person,
      'mutation { createProject(data: { title: "Hidden title" }) { id } }',
    )
    const projectId = createProject.id
    const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    await get(person, update, { id: projectId, data: { sharing: { generalAccess: 'anyone' } } })
    const addNode = 'mutation ($projectId: ID!) { createNode(data: { projectId: $projectId }) { id } }'
    const { createNode } = await get<{ createNode: { id: string } }>(person, addNode, { projectId })
    const token = { authorization: `Bearer ${createAccessToken.secret}` }
    const comment = 'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "x") { id } }'
    const added = (await (await send(token, comment, { nodeId: createNode.id })).json()) as {
      data: { addComment: { id: string } }
    }
    expect(added.data.addComment.id).toBeDefined()
    await get(person, update, { id: projectId, data: { status: 'deleted' } })
    await waitForEntry({ person: person.id, action: 'token-created' })
    await waitForEntry({ person: person.id, action: 'sign-in' })
    const entries = await readLog({ person: 'audited@example.com' })
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['registered', 'sign-in', 'person-approved', 'token-created', 'project-shared', 'project-deleted']),
    )
    expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true)
    expect(entries.find(({ action }) => action === 'token-created')?.details).toMatchObject({ name: '=HYPERLINK(1)' })
    const all = JSON.stringify(entries)
    expect(all).not.toContain(createAccessToken.secret)
    expect(all).not.toContain('Hidden title')
    expect(await readLog({ person: person.id, until: 1 })).toEqual([])
  })

  it('exports the audit log as CSV and JSON lines to operators only, without live formulas', async () => {
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['jsonl', 'application/jsonl'],
    ] as const) {
      const url = `${apps[0]?.url}/audit-log.${format}`
      expect((await fetch(url)).status).toBe(404)
      expect((await fetch(url, { headers: { cookie: member.cookie } })).status).toBe(404)
      const answer = await fetch(`${url}?action=token-created`, { headers: { cookie: operator.cookie } })
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="audit-log.${format}"`,
      ])
      expect(answer.headers.get('content-type')).toContain(type)
      const text = await answer.text()
      expect(text.trim().split('\n').length).toBeGreaterThan(1)
      expect(text).not.toMatch(/(^|,)=/m)
    }
    expect(await waitForEntry({ action: 'audit-log-exported' })).toMatchObject({ personId: operator.id })
  })

  it('stores no audit entry of a change that was rolled back', async () => {
    const person = await register('hesitant@example.com')
    await get(operator, 'mutation ($id: ID!) { approvePerson(personId: $id) { id } }', { id: person.id })
    const { createProject } = await get<{ createProject: { id: string } }>(
      person,
      'mutation { createProject(data: { title: "Orchard" }) { id } }',
    )
    const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    const share = (generalAccess: string, more: object = {}) =>
      ask(person, update, { id: createProject.id, data: { sharing: { generalAccess }, ...more } })
    const before = await readLog({ action: 'project-shared' })
    // The sharing is changed before the tags are found to be wrong.
    const refused = await share('anyone', { tags: [{ name: 'Pear' }, { name: 'Pear' }] })
    expect(refused.errors).toBeDefined()
    expect((await share('anyone')).errors).toBeUndefined()
    expect(await readLog({ action: 'project-shared' })).toHaveLength(before.length + 1)
  })
})
