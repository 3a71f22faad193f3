import { statementFor } from './statements.ts'
import { type OpenTransaction, type Storage, StorageError } from './storage.ts'
import type { Statement } from './statement.ts'

/** The result of a statement. */
export type Outcome =
  | { readonly ok: true; readonly rows: readonly object[] }
  | { readonly ok: false; readonly error: Error }

/** The database's side of one connection. */
export interface Backend {
  execute(text: string, values: readonly unknown[], then: (outcome: Outcome) => void): void
  /** The other side is gone: uncommitted changes are rolled back. */
  close(): void
}

/** A injected fault may change a statement on its way. */
export type RunStatement = (
  statement: Statement,
  tx: OpenTransaction,
  values: readonly unknown[],
  text: string,
) => readonly object[]

export const runPlainly: RunStatement = (statement, tx, values, text) => statement.run(tx, values, text)

export function openBackend(storage: Storage, run: RunStatement): Backend {
  let block: OpenTransaction | null = null
  let isFailed = false
  let isClosed = false

  function perform(tx: OpenTransaction, text: string, values: readonly unknown[], then: (outcome: Outcome) => void) {
    const statement = statementFor(text)
    tx.lock(statement.locks?.(values, tx) ?? [], (refused) => {
      if (isClosed) return
      if (refused !== null) return then({ ok: false, error: refused })
      try {
        then({ ok: true, rows: run(statement, tx, values, text) })
      } catch (error) {
        then({ ok: false, error: error instanceof Error ? error : new Error(String(error)) })
      }
    })
  }

  function alone(text: string, values: readonly unknown[], then: (outcome: Outcome) => void): void {
    const tx = storage.begin()
    perform(tx, text, values, (outcome) => {
      if (outcome.ok) tx.commit()
      else tx.rollback()
      then(outcome)
    })
  }

  function end(isCommit: boolean): void {
    if (isCommit && !isFailed) block?.commit()
    else block?.rollback()
    block = null
    isFailed = false
  }

  return {
    execute(text, values, then) {
      if (isClosed) return
      // The statement also limits the wait for locks, which nothing here reaches.
      if (text === 'begin' || text.startsWith('begin; set local lock_timeout')) block = storage.begin()
      else if (text === 'commit' || text === 'rollback') end(text === 'commit')
      else if (block === null) return alone(text, values, then)
      else if (isFailed) return then({ ok: false, error: new StorageError('25P02', 'current transaction is aborted') })
      else
        return perform(block, text, values, (outcome) => {
          isFailed ||= !outcome.ok
          then(outcome)
        })
      then({ ok: true, rows: [] })
    },
    close() {
      isClosed = true
      block?.rollback()
      block = null
    },
  }
}
