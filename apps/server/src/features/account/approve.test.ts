import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJobQueue, installJobs } from '../../adapters/graphile-worker/job-queue.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { createFakeIdentities, type FakeIdentities } from '../../testing/fake-identities.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createMailer } from '../mail/index.ts'
import { approvePerson } from './index.ts'

let test: TestDatabase
let fake: FakeIdentities
beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  await installJobs(test.pool, createRecordedLog())
  fake = createFakeIdentities()
})
afterEach(() => test.drop())

const approving = (identities = fake.identities) =>
  approvePerson(
    {
      database: openDatabase(test.pool),
      identities,
      mailer: createMailer({ jobs: createJobQueue(test.pool) }),
      productName: 'Espalier',
      webUrl: 'https://espalier.example',
    },
    'ada@example.com',
  )
const mails = async () => (await test.pool.query('select from graphile_worker.jobs')).rowCount

it('sends no mail if the status could not be set', async () => {
  fake.signIn({ email: 'ada@example.com', status: 'pending' })
  const failing = { ...fake.identities, setStatus: () => Promise.reject(new Error('no')) }
  await expect(approving(failing)).rejects.toThrow('no')
  expect(await mails()).toBe(0)
})

it('sends one mail when two operators approve at the same time', async () => {
  const { id } = fake.signIn({ email: 'ada@example.com', status: 'pending' })
  await Promise.all([approving(), approving()])
  expect(await fake.identities.findById(id)).toMatchObject({ status: 'active' })
  expect(await mails()).toBe(1)
})

it('reports an unknown address and a person who is already active', async () => {
  expect(await approving()).toEqual({ ok: false, reason: 'unknown' })
  fake.signIn({ email: 'ada@example.com', status: 'active' })
  expect(await approving()).toEqual({ ok: false, reason: 'already-active' })
  expect(await mails()).toBe(0)
})
