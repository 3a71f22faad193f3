import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { openPool, startEmbeddedPostgres } from '@espalier/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createOutboxCarrier } from '../adapters/mail/mail-carriers.ts'
import { startIdentityService, type IdentityService } from '../testing/identity-service.ts'
import { startKratosAdmin } from '@espalier/stand-ins/kratos-admin.ts'
import { runAdminCommand } from './run-admin.ts'

const names = { firstname: 'Ada', lastname: 'Lovelace' }
let service: IdentityService
beforeAll(async () => {
  service = await startIdentityService()
})
afterAll(() => service.end())

let output: string[]
let complained: string[]
beforeEach(() => {
  output = []
  complained = []
})

/** A URL as an operator writes it, for a server on a socket. */
const databaseUrl = () => {
  const { host, port, user, password = '', database } = service.test.connection
  const parameters = new URLSearchParams({ host, port: String(port), user, password })
  return `postgresql://localhost/${database}?${parameters}`
}

const admin = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runAdminCommand(args, {
    env: { DATABASE_URL: databaseUrl(), ...env },
    cwd: tmpdir(),
    print: (line) => output.push(line),
    printError: (line) => complained.push(line),
  })

const mailsTo = async (email: string) => {
  const jobs = await service.test.pool.query<{ payload: { to: string; subject: string; text: string } }>(
    'select payload from graphile_worker._private_jobs order by id',
  )
  return jobs.rows.map(({ payload }) => payload).filter(({ to }) => to === email)
}

describe('admin approve', () => {
  it('activates the person, queues one mail and prints one line', async () => {
    const { id } = await service.register('ada@example.com', names)
    expect(await admin(['approve', ' ADA@example.com'], { WEB_URL: 'https://espalier.example' })).toBe(0)
    expect(output).toEqual(['Approved ada@example.com. An email is queued; a running server sends it.'])
    expect((await service.identity.admin.get(id))?.metadataPublic).toMatchObject({ status: 'active' })
    const [mail, ...others] = await mailsTo('ada@example.com')
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your Espalier account is approved')
    expect(mail?.text).toContain('https://espalier.example/projects')
  })

  it('reports that a person is already active and sends no second mail', async () => {
    await service.register('grace@example.com', names)
    await admin(['approve', 'grace@example.com'])
    expect(await admin(['approve', 'grace@example.com'])).toBe(0)
    expect(output[1]).toBe('grace@example.com is already active. Nothing was changed, no email was sent.')
    expect(await mailsTo('grace@example.com')).toHaveLength(1)
  })

  it('fails with one line when approving an unknown address', async () => {
    expect(await admin(['approve', 'nobody@example.com'])).toBe(1)
    expect(complained).toEqual(['Nobody has registered with nobody@example.com'])
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  it('fails with one line when approving an invalid address', async () => {
    expect(await admin(['approve', 'nobody\nBcc: eve@example.com'])).toBe(1)
    expect(complained).toEqual(['"nobody\\nBcc: eve@example.com" is not an email address'])
  })

  it('approves a person through an external Kratos', async () => {
    const { id } = await service.register('edith@example.com', names)
    const kratos = await startKratosAdmin(service.identity.admin)
    const env = { IDENTITY_URL: service.url, IDENTITY_ADMIN_URL: kratos.url }
    expect(await admin(['approve', 'edith@example.com'], env)).toBe(0)
    expect(kratos.patches).toHaveLength(1)
    expect((await service.identity.admin.get(id))?.metadataPublic).toMatchObject({ status: 'active' })
    await kratos.stop()
    expect(await admin(['approve', 'edith@example.com'], env)).toBe(1)
    expect(complained).toEqual([expect.stringMatching(/^The identity service did not answer: .*ECONNREFUSED/)])
  })
})

describe('admin people commands', () => {
  it('lists the people who wait for approval first', async () => {
    await service.register('waits@people.example', names)
    const { id } = await service.register('works@people.example', names)
    await service.identity.admin.setMetadataPublic(id, { status: 'active' })
    await service.register('barred@people.example', names)
    expect(await admin(['deactivate', 'barred@people.example'])).toBe(0)
    expect(await admin(['people', '@PEOPLE.example'])).toBe(0)
    const lines = output[1]?.split('\n') ?? []
    expect(lines).toEqual([
      expect.stringMatching(/^pending {6}\d{4}-\d\d-\d\d {2}waits@people\.example {2}Ada Lovelace$/),
      expect.stringMatching(/^deactivated .*barred@people\.example/),
      expect.stringMatching(/^active .*works@people\.example/),
    ])
    expect(await admin(['people', 'no-such-text'])).toBe(0)
    expect(output[2]).toBe("Nobody's address or name contains no-such-text.")
  })

  it('turns off the two-step sign-in of a person who has lost the second factor', async () => {
    const { id, cookie } = await service.register('lost-phone@people.example', names)
    await service.test.pool.query(
      `insert into identity.credentials (identity_id, type, config, created_at, updated_at)
       values ($1, 'totp', '{}', now(), now())`,
      [id],
    )
    expect(await service.identity.whoami({ cookie })).toBeNull()
    expect(await admin(['reset-two-step', 'lost-phone@people.example'])).toBe(0)
    expect(await admin(['reset-two-step', 'lost-phone@people.example'])).toBe(0)
    expect(output).toEqual([
      'Two-step sign-in of lost-phone@people.example is off. Their password opens the account again.',
      'lost-phone@people.example has no two-step sign-in. Nothing was changed.',
    ])
    expect(await service.identity.whoami({ cookie })).not.toBeNull()
  })

  it('deactivates, reactivates and signs out a person', async () => {
    const { id, cookie } = await service.register('signed-in@people.example', names)
    const whoami = () => service.identity.whoami({ cookie })
    expect(await whoami()).not.toBeNull()
    expect(await admin(['end-sessions', 'signed-in@people.example'])).toBe(0)
    expect(output[0]).toMatch(/^Ended 1 session of signed-in@people\.example\./)
    expect(await whoami()).toBeNull()
    expect(await admin(['deactivate', 'signed-in@people.example'])).toBe(0)
    expect((await service.identity.admin.get(id))?.state).toBe('inactive')
    expect(await admin(['activate', 'signed-in@people.example'])).toBe(0)
    expect((await service.identity.admin.get(id))?.state).toBe('active')
  })

  it('deletes a person with their projects only after a confirmation', async () => {
    const { id } = await service.register('leaving@people.example', names)
    expect(await admin(['demo', '3', 'leaving@people.example'])).toBe(0)
    const countProjects = async () =>
      (await service.test.pool.query('select from projects where owner = $1', [id])).rowCount
    expect(await admin(['delete', 'leaving@people.example'])).toBe(0)
    expect(output[1]).toBe(
      'This would delete leaving@people.example, 1 project (0 of them shared with others) and 0 memberships for good. To do it: npm run admin -- delete leaving@people.example yes',
    )
    expect(await countProjects()).toBe(1)
    expect(await admin(['delete', 'leaving@people.example', 'yes'])).toBe(0)
    expect([await countProjects(), await service.identity.admin.get(id)]).toEqual([0, null])
    expect(await admin(['delete', 'leaving@people.example', 'yes'])).toBe(1)
    expect(complained).toEqual(['Nobody has registered with leaving@people.example'])
  })

  it('leaves the people of an external Kratos to its own commands', async () => {
    const env = { IDENTITY_URL: service.url, IDENTITY_ADMIN_URL: service.url }
    expect(await admin(['people'], env)).toBe(1)
    expect(complained[0]).toMatch(/^IDENTITY_URL is set: use the commands of that identity service/)
  })
})

describe('admin mails', () => {
  it('prints the mails that wait because no mail server is set', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'espalier mails-'))
    const env = { DATA_DIR: dataDir }
    expect(await admin(['mails'], env)).toBe(0)
    const outbox = createOutboxCarrier({ folder: join(dataDir, 'outbox'), from: 'espalier@example.com' })
    for (const [index, subject] of ['First', 'Second', 'Third'].entries()) {
      await outbox.deliver({
        id: `00000000-0000-4000-8000-00000000000${index}`,
        writtenAt: `2026-01-0${index + 1}T00:00:00.000Z`,
        to: 'ada@example.com',
        subject,
        text: `The code is 12345${index}.`,
        html: '<p>Hello</p>',
      })
    }
    await outbox.close()
    expect(await admin(['mails', '2'], env)).toBe(0)
    expect(output[0]).toContain('There is no email in')
    expect(output[1]).toMatch(/To: ada@example.com[^]*Subject: Second[^]*123451[^]*Subject: Third[^]*123452/)
    expect(output[1]).not.toContain('First')
    await rm(dataDir, { recursive: true, force: true })
  })

  it.each([
    [['mails', 'many'], {}, 'COUNT must be a number from 1 to 200'],
    [['mails'], { SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL is set: emails are sent, and none are stored here'],
  ])('refuses %j with %j in one line', async (args, env, line) => {
    expect(await admin(args, env)).toBe(1)
    expect(complained).toEqual([line])
  })
})

describe('admin check', () => {
  it('finds a node_parents row without a matching node, and wrong counts', async () => {
    await service.register('checker@example.com', names)
    expect(await admin(['demo', '5', 'checker@example.com'])).toBe(0)
    expect(await admin(['check'])).toBe(0)
    const { pool } = service.test
    const { rows } = await pool.query<{ project_id: string; id: string; parent_ids: string[] }>(
      'select project_id, id, parent_ids from nodes where cardinality(parent_ids) = 1 limit 1',
    )
    const [child] = rows
    await pool.query('insert into node_parents (project_id, node_id, parent_id) values ($1, $2, $3)', [
      child?.project_id,
      child?.parent_ids[0],
      child?.id,
    ])
    await pool.query('update projects set todo_count = todo_count + 1 where id = $1', [child?.project_id])
    expect(await admin(['check'])).toBe(1)
    expect(complained[0]).toContain(`parent-links-differ at ${child?.parent_ids[0]}`)
    expect(complained[0]).toContain('status-counts-differ')
  })
})

describe('admin', () => {
  it('lists the admin commands', async () => {
    expect(await admin(['help'])).toBe(0)
    expect(output[0]).toContain('npm run admin -- approve EMAIL')
    expect(await admin([])).toBe(2)
  })

  it.each([
    [['aprove', 'x@example.com'], 'There is no command "aprove". See: npm run admin -- help'],
    [['approve'], 'Usage: npm run admin -- approve EMAIL'],
    [['approve', 'a@example.com', 'b@example.com'], 'Usage: npm run admin -- approve EMAIL'],
  ])('%j prints what is wrong and exits with 2', async (args, line) => {
    expect(await admin(args)).toBe(2)
    expect(complained).toEqual([line])
    expect(output).toEqual([])
  })

  it.each([
    [{ PORT: 'x' }, /^PORT /],
    [{ IDENTITY_URL: 'https://id.example', SIGNUP: 'beta' }, /^IDENTITY_ADMIN_URL must be set/],
    [{ DATABASE_URL: 'postgresql://nobody:hush@127.0.0.1:9/none' }, /^The command failed: .*ECONNREFUSED/],
    [{ DATABASE_URL: '', DATA_DIR: '/nowhere/at all' }, /^There is no DATA_DIR \/nowhere\/at all/],
  ])('%j fails with one line', async (env, line) => {
    expect(await admin(['approve', 'ada@example.com'], env)).toBe(1)
    expect(complained).toEqual([expect.stringMatching(line)])
    expect(complained[0]).not.toMatch(/\n|hush/)
  })

  it('works on the embedded database both alone and next to the server that runs it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'espalier admin-'))
    // If only root could enter the folder, the database would be created elsewhere and outlive the test.
    await chmod(dataDir, 0o755)
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const env = { DATABASE_URL: '', DATA_DIR: dataDir }
    try {
      expect(await admin(['approve', 'ada@example.com'], env)).toBe(1)
      const pool = openPool(server.connection)
      await expect(pool.query('select from accounts')).resolves.toBeDefined()
      await pool.end()
    } finally {
      await server.stop()
    }
    expect(await admin(['approve', 'ada@example.com'], env)).toBe(1)
    expect(complained).toEqual(Array(2).fill('Nobody has registered with ada@example.com'))
    await rm(dataDir, { recursive: true, force: true })
  })

  it('runs as a program with the right exit code and streams', async () => {
    const script = fileURLToPath(new URL('main.ts', import.meta.url))
    const env = { ...process.env, DATABASE_URL: databaseUrl() }
    const ran = await new Promise((resolve) =>
      execFile(
        process.execPath,
        ['--import', 'tsx', script, 'approve', 'nobody@example.com'],
        { env },
        (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
      ),
    )
    expect(ran).toEqual({ code: 1, out: '', err: 'Nobody has registered with nobody@example.com\n' })
  })
})
