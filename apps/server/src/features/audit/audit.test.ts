import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostilePayloads } from '@espalier/domain/testing'
import { serverMigrations } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import {
  type AuditFilter,
  createAuditTrail,
  deleteOldAuditRows,
  exportAuditLog,
  readAuditActions,
  readAuditRows,
} from './index.ts'

let test: TestDatabase
const logged: Parameters<Audit>[0][] = []
const noFilter: AuditFilter = { person: null, action: null, projectId: null, since: null, until: null }
const open = (at: string) =>
  createAuditTrail({
    pool: test.pool,
    log: createRecordedLog(),
    logEvent: (event) => void logged.push(event),
    now: () => new Date(at),
  })
const readAll = (filter: Partial<AuditFilter> = {}) =>
  readAuditRows(test.pool, { ...noFilter, ...filter }, { before: null, limit: 100_000 })
const exportText = async (format: 'csv' | 'jsonl'): Promise<string> => {
  let text = ''
  for await (const piece of exportAuditLog(test.pool, noFilter, format)) text += piece
  return text
}

beforeAll(async () => {
  test = await testDatabase([serverMigrations])
})
afterAll(() => test.drop())

const projectId = '5b1c0000-0000-4000-8000-000000000001'

describe('Audit trail', () => {
  it('stores who acted on what, with the token, and leaves out what looks like a secret', async () => {
    const trail = open('2026-01-01T00:00:00Z')
    const actor = { userId: 'ann', address: '192.0.2.1', byTokenId: projectId, byTokenName: 'Robot' }
    trail.record({ kind: 'project-shared', ...actor, projectId, role: 'editor', secretKey: 'hush', password: 'hush' })
    await trail.settle()
    trail.record({ kind: 'state-changed', identityId: 'ben', reason: 'inactive' })
    await trail.settle()
    const [about, shared] = await readAll()
    expect(shared).toMatchObject({
      action: 'project-shared',
      userId: 'ann',
      address: '192.0.2.1',
      tokenName: 'Robot',
      projectId,
      details: { role: 'editor' },
    })
    expect(JSON.stringify(shared)).not.toContain('hush')
    expect(about).toMatchObject({ userId: null, subjectId: 'ben' })
    expect(await readAll({ person: 'ben' })).toHaveLength(1)
    expect(await readAll({ person: 'nobody' })).toEqual([])
    expect(await readAll({ projectId: 'no id at all' })).toEqual([])
    expect(await readAuditActions(test.pool)).toEqual(['project-shared', 'state-changed'])
  })

  it('logs but does not store events that anybody could cause in any number', async () => {
    const trail = open('2026-01-02T00:00:00Z')
    const before = await readAll()
    trail.record({ kind: 'access-refused', projectId, userId: 'eve' })
    await trail.settle()
    expect(logged.at(-1)).toMatchObject({ kind: 'access-refused' })
    expect(await readAll()).toEqual(before)
  })

  it('stores nothing of a transaction that is rolled back', async () => {
    const trail = open('2026-01-02T00:00:00Z')
    const before = await readAll()
    const client = await test.pool.connect()
    await client.query('begin')
    await trail.store(client, [{ kind: 'project-shared', userId: 'ann', projectId }])
    await client.query('rollback')
    client.release()
    expect(await readAll()).toEqual(before)
  })

  it('continues when an entry cannot be stored, and reports it', async () => {
    const log = createRecordedLog()
    const pool = { query: () => Promise.reject(new Error('the disk is full')) } as unknown as TestDatabase['pool']
    const trail = createAuditTrail({ pool, log, logEvent: () => {} })
    trail.record({ kind: 'sign-in', userId: 'ann' })
    await trail.settle()
    expect(log.lines.map(({ message }) => message)).toEqual(['an audit entry could not be stored'])
  })

  it('stores every hostile text and exports it without live formulas and with one line for each', async () => {
    const trail = open('2026-01-03T00:00:00Z')
    const texts = [
      ...hostilePayloads,
      '=1+1',
      '+cmd',
      '-2',
      '@x',
      'a\u0000b',
      'half \ud800',
      '\r\n=2',
      '"',
      'x'.repeat(9_000),
    ]
    for (const text of texts) trail.record({ kind: 'sign-in-refused', address: text, byTokenName: text, reason: text })
    await trail.settle()
    expect(await readAll({ action: 'sign-in-refused' })).toHaveLength(texts.length)
    const lines = (await exportText('jsonl')).trimEnd().split('\n')
    expect(lines).toHaveLength((await readAll()).length)
    for (const line of lines) expect(typeof JSON.parse(line)).toBe('object')
    const cells = (await exportText('csv')).match(/(?<=^|,|\r\n)("(?:[^"]|"")*"|[^,\r\n"]*)(?=,|\r\n)/gu) ?? []
    expect(cells.length).toBeGreaterThan(lines.length * 10)
    for (const cell of cells) expect(cell).not.toMatch(/^"?\s*[=+\-@]/u)
  })

  it('deletes audit entries that are older than the limit', async () => {
    const before = (await readAll()).length
    expect(await deleteOldAuditRows(test.pool, new Date('2026-01-02T00:00:00Z'))).toBe(2)
    expect(await readAll()).toHaveLength(before - 2)
    expect(await readAll({ since: new Date('2026-01-04T00:00:00Z') })).toEqual([])
  })
})
