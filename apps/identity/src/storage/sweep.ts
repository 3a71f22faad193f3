import { forgottenAfterMs } from '../methods/password/back-off.ts'
import type { Db } from './database.ts'

/** So that one sweep never holds the database for long; the next one goes on. */
const batch = 10_000
/** A flow is remembered for a while after it expired: its late submit gets a replacement, not a 404. */
const flowGraceMs = 24 * 3_600_000
const errorKeptMs = 24 * 3_600_000

/** Removes what nobody can use any more, a bounded number at a time. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (old) => old.selectFrom('sessions').select('id').where('expires_at', '<', now).limit(batch))
    .execute()
  await db
    .deleteFrom('flows')
    .where('id', 'in', (old) =>
      old.selectFrom('flows').select('id').where('expires_at', '<', before(flowGraceMs)).limit(batch),
    )
    .execute()
  await db
    .deleteFrom('continuity')
    .where('id', 'in', (old) => old.selectFrom('continuity').select('id').where('expires_at', '<', now).limit(batch))
    .execute()
  await db
    .deleteFrom('errors')
    .where('id', 'in', (old) =>
      old.selectFrom('errors').select('id').where('created_at', '<', before(errorKeptMs)).limit(batch),
    )
    .execute()
  await sweepAttempts(db, before(forgottenAfterMs))
}

async function sweepAttempts(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('scope', 'key_hash'),
        'in',
        selectFrom('attempts')
          .select(['scope', 'key_hash'])
          .where('last_at', '<', before)
          .limit(batch)
          .$asTuple('scope', 'key_hash'),
      ),
    )
    .execute()
}
