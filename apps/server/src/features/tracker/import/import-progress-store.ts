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

/** The progress report of one import. It never fails, so that the import does not depend on its observers. */
export interface ImportProgressReport {
  at(done: number, total: number | null): void
  end(counts: ImportCounts | null): Promise<void>
}

export interface ImportProgressStore {
  begin(accountId: string, externalKey: string): Promise<ImportProgressReport>
  read(accountId: string, externalKey: string): Promise<ImportProgress | null>
}

const writeEveryMs = 250
/** An import without a report for this long is no longer running, whatever its last report said. */
const staleAfterMs = 120_000
const keepProgressMs = 60 * 60 * 1000
const noCounts: ImportCounts = { created: 0, changed: 0, gone: 0 }

export function createImportProgressStore({ pool }: Pick<Database, 'pool'>, log: Log): ImportProgressStore {
  const store = async (accountId: string, externalKey: string, progress: ImportProgress): Promise<void> => {
    const { isRunning, done, total, created, changed, gone } = progress
    await pool
      .query(
        `insert into tracker_imports (account_id, external_key, is_running, done, total, created, changed, gone, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (account_id, external_key) do update set is_running = excluded.is_running, done = excluded.done,
           total = excluded.total, created = excluded.created, changed = excluded.changed, gone = excluded.gone,
           at = excluded.at`,
        [accountId, externalKey, isRunning, done, total, created, changed, gone, new Date()],
      )
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not stored'))
  }
  return {
    async begin(accountId, externalKey) {
      let present: ImportProgress = { isRunning: true, done: 0, total: null, ...noCounts }
      let storedAt = Date.now()
      let pendingStore: Promise<void> = Promise.resolve()
      const storeProgress = (): void =>
        void (pendingStore = pendingStore.then(() => store(accountId, externalKey, present)))
      await pool.query('delete from tracker_imports where at < $1', [new Date(storedAt - keepProgressMs)])
      await store(accountId, externalKey, present)
      return {
        at(done, total) {
          present = { ...present, done, total }
          if (Date.now() - storedAt < writeEveryMs) return
          storedAt = Date.now()
          storeProgress()
        },
        async end(counts) {
          present = { ...present, ...counts, isRunning: false }
          storeProgress()
          await pendingStore
        },
      }
    },
    async read(accountId, externalKey) {
      const { rows } = await pool.query<ImportProgress & { readonly at: Date }>(
        `select is_running as "isRunning", done, total, created, changed, gone, at from tracker_imports
         where account_id = $1 and external_key = $2`,
        [accountId, externalKey],
      )
      if (rows[0] === undefined) return null
      const { isRunning: wasRunning, at, ...counts } = rows[0]
      const isRunning = wasRunning && Date.now() - at.getTime() < staleAfterMs
      return { ...counts, isRunning }
    },
  }
}
