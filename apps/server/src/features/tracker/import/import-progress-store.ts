import type { Database } from '../../../database/database.ts'
import type { Log } from '../../../ports/log.ts'

export interface ImportCounts {
  readonly created: number
  readonly changed: number
  readonly gone: number
}

export interface ImportProgress extends ImportCounts {
  readonly isRunning: boolean
  readonly done: number
  readonly total: number | null
}

/** One import's account of itself. It never fails: who imports does not wait for who watches. */
export interface ImportProgressReport {
  at(done: number, total: number | null): void
  end(counts: ImportCounts | null): Promise<void>
}

export interface ImportProgressStore {
  begin(accountId: string, externalKey: string): Promise<ImportProgressReport>
  read(accountId: string, externalKey: string): Promise<ImportProgress | null>
}

const writeEveryMs = 250
/** What has not been heard of for so long is not running any more, whatever it said last. */
const staleAfterMs = 120_000
const keepProgressMs = 60 * 60 * 1000
const noCounts: ImportCounts = { created: 0, changed: 0, gone: 0 }

export function createImportProgressStore({ db }: Pick<Database, 'db'>, log: Log): ImportProgressStore {
  const store = async (accountId: string, externalKey: string, progress: ImportProgress): Promise<void> => {
    const { isRunning, ...numbers } = progress
    const values = { is_running: isRunning, ...numbers, at: new Date() }
    await db
      .insertInto('tracker_imports')
      .values({ account_id: accountId, external_key: externalKey, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'external_key']).doUpdateSet(values))
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not stored'))
  }
  return {
    async begin(accountId, externalKey) {
      let present: ImportProgress = { isRunning: true, done: 0, total: null, ...noCounts }
      let told = Date.now()
      let telling: Promise<void> = Promise.resolve()
      const tell = (): void => void (telling = telling.then(() => store(accountId, externalKey, present)))
      await db
        .deleteFrom('tracker_imports')
        .where('at', '<', new Date(told - keepProgressMs))
        .execute()
      await store(accountId, externalKey, present)
      return {
        at(done, total) {
          present = { ...present, done, total }
          if (Date.now() - told < writeEveryMs) return
          told = Date.now()
          tell()
        },
        async end(counts) {
          present = { ...present, ...counts, isRunning: false }
          tell()
          await telling
        },
      }
    },
    async read(accountId, externalKey) {
      const row = await db
        .selectFrom('tracker_imports')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('external_key', '=', externalKey)
        .executeTakeFirst()
      if (row === undefined) return null
      const { is_running: wasRunning, done, total, created, changed, gone, at } = row
      const isRunning = wasRunning && Date.now() - at.getTime() < staleAfterMs
      return { isRunning, done, total, created, changed, gone }
    },
  }
}
