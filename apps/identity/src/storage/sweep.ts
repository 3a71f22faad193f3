import { attemptLifespanMs } from './back-off.ts'
import type { Db } from './database.ts'

/** So that one sweep never holds the database for long; the next one goes on. */
const sweepBatchSize = 10_000
/** A flow is remembered for a while after it expired: its late submit gets a replacement, not a 404. */
const flowGraceMs = 24 * 3_600_000
const errorLifespanMs = 24 * 3_600_000

/** Removes what nobody can use any more, a bounded number at a time. */
export async function deleteExpiredRecords(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (old) =>
      old.selectFrom('sessions').select('id').where('expires_at', '<', now).limit(sweepBatchSize),
    )
    .execute()
  await db
    .deleteFrom('flows')
    .where('id', 'in', (old) =>
      old.selectFrom('flows').select('id').where('expires_at', '<', before(flowGraceMs)).limit(sweepBatchSize),
    )
    .execute()
  await db
    .deleteFrom('continuity')
    .where('id', 'in', (old) =>
      old.selectFrom('continuity').select('id').where('expires_at', '<', now).limit(sweepBatchSize),
    )
    .execute()
  await db
    .deleteFrom('errors')
    .where('id', 'in', (old) =>
      old.selectFrom('errors').select('id').where('created_at', '<', before(errorLifespanMs)).limit(sweepBatchSize),
    )
    .execute()
  await deleteExpiredAttempts(db, before(attemptLifespanMs))
}

async function deleteExpiredAttempts(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('scope', 'key_hash'),
        'in',
        selectFrom('attempts')
          .select(['scope', 'key_hash'])
          .where('last_at', '<', before)
          .limit(sweepBatchSize)
          .$asTuple('scope', 'key_hash'),
      ),
    )
    .execute()
}
