import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { startSmtpServer } from '@espalier/stand-ins/smtp-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobQueue } from '../../adapters/graphile-worker/job-queue.ts'
import { type RunningJobs, startJobs } from '../../adapters/graphile-worker/start-jobs.ts'
import { createSmtpCarrier } from '../../adapters/mail/mail-carriers.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { createRecordedLog, type RecordedLog } from '../../testing/recorded-log.ts'
import { createMailer, InvalidMailError, sendMailJobRunner } from './index.ts'

const hello = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' }
const from = 'Espalier <mail@espalier.example>'

let database: TestDatabase
let started: RunningJobs
let log: RecordedLog

beforeEach(async () => {
  database = await testDatabase([serverMigrations])
  log = createRecordedLog()
})
afterEach(async () => {
  await started.stop()
  await database.drop()
})

async function mailerTo(url: string) {
  const carrier = createSmtpCarrier({ url, from })
  const runners = { 'send-mail': sendMailJobRunner({ carrier, log, jobs: createJobQueue(database.pool) }) }
  started = await startJobs({ pool: database.pool, log, runners, pollMs: 20 })
  return createMailer({ jobs: started.jobs })
}

/** Waits until the mail has failed this many times and makes the next attempt due. */
const makeDue = (afterTries: number) =>
  expect
    .poll(() => database.pool.query(due, [afterTries]).then(({ rowCount }) => rowCount), {
      interval: 10,
      timeout: 9_000,
    })
    .toBe(1)
const due = `update graphile_worker._private_jobs set run_at = now()
  where locked_at is null and (payload->>'failures')::int = $1`

async function failuresOfWaiting(): Promise<number[]> {
  const { rows } = await database.pool.query<{ failures: number }>(
    `select (payload->>'failures')::int as failures from graphile_worker._private_jobs where locked_at is null`,
  )
  return rows.map(({ failures }) => failures)
}

describe('Durable mail', () => {
  it('delivers a mail once when the mail server is back', async () => {
    const { port, stop, url } = await startSmtpServer()
    await stop()
    const mailer = await mailerTo(url)
    await mailer.send(hello)
    await makeDue(1)
    await expect.poll(failuresOfWaiting, { interval: 10, timeout: 9_000 }).toEqual([2])
    const receiver = await startSmtpServer({ port })
    await makeDue(2)
    const [first] = await receiver.received.atLeast(1)
    expect(first).toMatchObject({ to: ['ada@example.com'], mail: { subject: 'Hello' } })
    await started.stop()
    const left = await database.pool.query('select from graphile_worker.jobs')
    expect(left.rowCount).toBe(0)
    expect(receiver.received.items).toHaveLength(1)
    await receiver.stop()
  })

  it('gives up a temporarily refused mail after five attempts and logs the reason', async () => {
    const receiver = await startSmtpServer({ refusing: 'try later, ada@example.com', refusalCode: 450 })
    const mailer = await mailerTo(receiver.url)
    await mailer.send(hello)
    for (let failures = 1; failures < 5; failures += 1) await makeDue(failures)
    const line = await log.line('a mail was given up')
    expect(line).toMatchObject({ level: 'error', fields: { attempt: 5, of: 5 } })
    expect(line.fields).toHaveProperty('error', expect.stringContaining('try later, (address)'))
    expect(receiver.refused).toBe(5)
    const left = await database.pool.query('select from graphile_worker.jobs where locked_at is null')
    expect(left.rowCount).toBe(0)
    await receiver.stop()
  })

  it('does not retry a permanently refused mail', async () => {
    const receiver = await startSmtpServer({ refusing: 'no such user' })
    const mailer = await mailerTo(receiver.url)
    await mailer.send(hello)
    const line = await log.line('a mail was refused for good; it is not tried again')
    expect(line).toMatchObject({ level: 'warn', fields: { attempt: 1 } })
    await started.stop()
    expect((await database.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
    expect(receiver.refused).toBe(1)
    await receiver.stop()
  })

  it('never sends a mail of a failed transaction', async () => {
    const receiver = await startSmtpServer()
    const mailer = await mailerTo(receiver.url)
    const { transaction } = openDatabase(database.pool)
    const failing = transaction(async ({ client }) => {
      await mailer.send({ ...hello, subject: 'Lost' }, { tx: client })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await mailer.send({ ...hello, subject: 'Kept' })
    const [first] = await receiver.received.atLeast(1)
    expect(first?.mail.subject).toBe('Kept')
    await receiver.stop()
  })

  it.each([
    ['an address with a line break', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['two addresses', { to: 'ada@example.com,eve@example.com' }],
    ['an address with a name', { to: 'Ada <ada@example.com>' }],
    ['no address', { to: '' }],
    ['a subject with a line break', { subject: 'Hello\nBcc: eve@example.com' }],
    ['a subject with a lone carriage return', { subject: 'Hello\rBcc: eve@example.com' }],
    ['a subject with a NUL', { subject: 'Hello\0' }],
    ['a subject with a line separator', { subject: 'Hello\u2028Bcc: eve@example.com' }],
    ['an endless subject', { subject: 'x'.repeat(301) }],
    ['no subject', { subject: '' }],
    ['a text with a NUL', { text: 'a\0b' }],
    ['a text with half a sign', { text: 'a\ud800b' }],
    ['an HTML of a megabyte', { html: 'x'.repeat(1_000_000) }],
  ])('refuses %s and queues nothing', async (_, wrong) => {
    const mailer = await mailerTo('smtp://127.0.0.1:9')
    await expect(mailer.send({ ...hello, ...wrong })).rejects.toThrow(InvalidMailError)
    const queued = await database.pool.query('select from graphile_worker.jobs')
    expect(queued.rowCount).toBe(0)
  })
})
