import { once } from 'node:events'
import { testDatabase } from '@espalier/postgres/testing'
import fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import {
  type AccountNotice,
  type CodeMail,
  createIdentity,
  type Identity,
  type IdentityAuditEvent,
  identityMigrations,
  type IdentityOptions,
} from '../index.ts'
import { openTestBrowser, type TestBrowser } from './browser.ts'

/** The identity service on a real port with its own database, and a record of its effects. */
export interface IdentityFixture {
  readonly origin: string
  readonly base: string
  readonly identity: Identity
  readonly app: FastifyInstance
  readonly pool: Pool
  readonly mails: CodeMail[]
  readonly notices: AccountNotice[]
  readonly auditEvents: IdentityAuditEvent[]
  readonly endedSessions: string[]
  readonly loggedProblems: object[]
  /** Advances the service's clock. */
  advanceClock(ms: number): void
  /** Waits for the next mail. */
  nextMail(): Promise<CodeMail>
  /** Creates a browser with its own cookies. */
  browser(): TestBrowser
  close(): Promise<void>
}

const pageNames = ['login', 'registration', 'settings', 'recovery', 'verification', 'error'] as const

export async function openIdentityFixture(
  overrides: Partial<IdentityOptions> & { readonly verifiesEmail?: boolean } = {},
): Promise<IdentityFixture> {
  const database = await testDatabase([identityMigrations])
  const app = fastify({ bodyLimit: 1024 })
  const mails: CodeMail[] = []
  const notices: AccountNotice[] = []
  const events: IdentityAuditEvent[] = []
  const ended: string[] = []
  const complaints: object[] = []
  const posted = new EventTarget()
  let delivered = 0
  let offsetMs = 0
  let origin = ''
  const pages = () => ({
    ...(Object.fromEntries(pageNames.map((name) => [name, `${origin}/page/${name}`])) as Record<
      (typeof pageNames)[number],
      string
    >),
    home: `${origin}/projects`,
  })
  const note = (facts: object) => void complaints.push(facts)
  const deliver = async (mail: CodeMail) => {
    mails.push(mail)
    posted.dispatchEvent(new Event('mail'))
  }
  const { verifiesEmail = false, ...options } = overrides
  const identity = createIdentity({
    pool: database.pool,
    getBaseUrl: () => `${origin}/identity`,
    getPageUrls: pages,
    getReturnUrls: () => [`${origin}/`, 'https://*.allowed.test/app'],
    secrets: ['a secret of the tests', 'an older secret of the tests'],
    secureCookies: false,
    initialStatus: 'active',
    sendRecoveryMail: deliver,
    ...(verifiesEmail && { verification: { mail: deliver } }),
    sendNoticeMail: async (notice) => void notices.push(notice),
    providers: [],
    backOff: false,
    log: { info: () => {}, warn: note, error: note },
    audit: (event) => void events.push(event),
    onSessionsEnded: (ids) => void ended.push(...ids),
    clock: () => new Date(Date.now() + offsetMs),
    ...options,
  })
  await app.register(identity.plugin, { prefix: '/identity' })
  origin = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  return {
    origin,
    base: `${origin}/identity`,
    identity,
    app,
    pool: database.pool,
    mails,
    notices,
    auditEvents: events,
    endedSessions: ended,
    loggedProblems: complaints,
    advanceClock(ms) {
      offsetMs += ms
    },
    async nextMail() {
      if (mails.length <= delivered) await once(posted, 'mail')
      const mail = mails[delivered]
      delivered += 1
      if (mail === undefined) throw new Error('no mail arrived')
      return mail
    },
    browser: () => openTestBrowser(`${origin}/identity`),
    async close() {
      await app.close()
      await identity.close()
      await database.drop()
    },
  }
}
