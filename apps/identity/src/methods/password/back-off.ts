import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { refusals } from '../../forms/refusal.ts'
import { sha256 } from '../../storage/sealing.ts'

export type BackOffScope = 'sign-in' | 'recovery-mail' | 'recovery-code' | 'verification-mail' | 'verification-code'

export interface Attempt {
  /** It was no failure after all: the account starts afresh, the address gets this one back. */
  succeeded(): Promise<void>
}

/** Makes guessing slow: counted in the database, so that several servers agree. */
export interface BackOff {
  /** Counts the attempt before it is made, so that guesses in parallel gain nothing. Throws the 429 where one has to wait. */
  attempt(scope: BackOffScope, who: { account: string; address: string }, now: Date): Promise<Attempt>
}

/** An address may be a whole office: it may fail more often than an account before it has to wait. */
const freeFailures = { account: 5, address: 20 } as const
const longestWaitSeconds = 900
export const forgottenAfterMs = 3_600_000

interface Counter {
  readonly scope: string
  readonly keyHash: string
  readonly free: number
}

const counter = (scope: BackOffScope, of: 'account' | 'address', key: string): Counter => ({
  scope: `${scope} ${of}`,
  keyHash: sha256(`${of} ${key}`),
  free: freeFailures[of],
})

export const noBackOff: BackOff = { attempt: async () => ({ succeeded: async () => {} }) }

export function createBackOff(db: Db): BackOff {
  return {
    async attempt(scope, who, now) {
      const account = counter(scope, 'account', who.account)
      const address = counter(scope, 'address', who.address)
      await take(db, address, now)
      try {
        await take(db, account, now)
      } catch (error) {
        await giveBack(db, address)
        throw error
      }
      return {
        async succeeded() {
          await forget(db, account)
          await giveBack(db, address)
        },
      }
    },
  }
}

async function take(db: Db, { scope, keyHash, free }: Counter, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - forgottenAfterMs)
  const failures = sql`CASE WHEN counted.last_at < ${forgotten} THEN 1 ELSE counted.failures + 1 END`
  const seconds = sql`least(power(2, least(${failures} - ${free}::int, 10)), ${longestWaitSeconds}::int)`
  const taken = await sql<{ failures: number }>`
    INSERT INTO identity.attempts AS counted (scope, key_hash, failures, last_at)
    VALUES (${scope}, ${keyHash}, 1, ${now})
    ON CONFLICT (scope, key_hash) DO UPDATE SET
      failures = ${failures},
      last_at = ${now},
      blocked_until = CASE WHEN ${failures} >= ${free}::int THEN ${now}::timestamptz + ${seconds} * interval '1 second' END
    WHERE counted.blocked_until IS NULL OR counted.blocked_until <= ${now}
    RETURNING failures`.execute(db)
  if (taken.rows.length > 0) return
  throw refusals.tooMany(await secondsLeft(db, { scope, keyHash, free }, now))
}

async function secondsLeft(db: Db, { scope, keyHash }: Counter, now: Date): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .select('blocked_until')
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1000))
}

async function giveBack(db: Db, { scope, keyHash }: Counter): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: null })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .execute()
}

async function forget(db: Db, { scope, keyHash }: Counter): Promise<void> {
  await db.deleteFrom('attempts').where('scope', '=', scope).where('key_hash', '=', keyHash).execute()
}
