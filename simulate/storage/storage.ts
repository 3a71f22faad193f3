import { emptyRows, type Rows, type RowTypes, type TableName, tableNames } from './rows.ts'

/** The view of one statement: what is committed now, and what its own transaction wrote. */
export interface View {
  get<Name extends TableName>(table: Name, key: string): RowTypes[Name] | undefined
  all<Name extends TableName>(table: Name): readonly RowTypes[Name][]
}

export interface StoredTransaction extends View {
  put<Name extends TableName>(table: Name, key: string, row: RowTypes[Name] | null): void
}

/** A statement failed as it would in PostgreSQL. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A transaction with its row locks, which it holds until its end. */
export interface OpenTransaction extends StoredTransaction {
  /** Calls back when all locks are held: immediately, or when their holders have ended. */
  lock(keys: readonly string[], then: (refused: StorageError | null) => void): void
  commit(): void
  rollback(): void
}

/** The rows of one commit. */
export interface Commit {
  readonly rows: Rows
}

export interface Storage {
  readonly committed: View
  /** Includes uncommitted rows of others: only a fault reads it. */
  readonly uncommitted: View
  begin(): OpenTransaction
  onCommit(listener: (commit: Commit) => void): void
}

interface Lock {
  holder: Holder
  readonly waiting: { readonly holder: Holder; readonly goOn: () => void }[]
}

interface Holder {
  readonly written: Rows
  readonly held: Set<string>
  waitsFor: Lock | null
  isOver: boolean
}

/** Tables in memory at READ COMMITTED, with row locks and unique keys; no operation takes time. */
export function createStorage(): Storage {
  const base = emptyRows()
  const locks = new Map<string, Lock>()
  const open = new Set<Holder>()
  const listeners: ((commit: Commit) => void)[] = []

  function waitsInCircle(holder: Holder): boolean {
    let at: Holder | undefined = holder.waitsFor?.holder
    for (let step = 0; at !== undefined && step < 100; step += 1) {
      if (at === holder) return true
      at = at.waitsFor?.holder
    }
    return false
  }

  function lock(holder: Holder, keys: readonly string[], then: (refused: StorageError | null) => void): void {
    for (const [index, key] of keys.entries()) {
      const known = locks.get(key)
      if (known === undefined) {
        locks.set(key, { holder, waiting: [] })
        holder.held.add(key)
      } else if (known.holder !== holder) {
        holder.waitsFor = known
        if (waitsInCircle(holder)) {
          holder.waitsFor = null
          return then(new StorageError('40P01', `deadlock detected over ${key}`))
        }
        known.waiting.push({ holder, goOn: () => lock(holder, keys.slice(index), then) })
        return
      }
    }
    then(null)
  }

  function end(holder: Holder): void {
    holder.isOver = true
    open.delete(holder)
    const woken: (() => void)[] = []
    for (const key of holder.held) {
      const held = locks.get(key)
      if (held === undefined) continue
      const next = held.waiting.find((one) => !one.holder.isOver)
      if (next === undefined) {
        locks.delete(key)
        continue
      }
      held.waiting.splice(0, held.waiting.indexOf(next) + 1)
      held.holder = next.holder
      next.holder.waitsFor = null
      next.holder.held.add(key)
      woken.push(next.goOn)
    }
    for (const wake of woken) wake()
  }

  return {
    committed: createView([base]),
    get uncommitted() {
      return createView([base, ...[...open].map(({ written }) => written)])
    },
    begin() {
      const holder: Holder = { written: emptyRows(), held: new Set(), waitsFor: null, isOver: false }
      open.add(holder)
      return {
        ...createView([base, holder.written]),
        put: (table, key, row) => void holder.written[table].set(key, row),
        lock: (keys, then) => lock(holder, keys, then),
        commit() {
          for (const table of tableNames) moveRows(base, holder.written, table)
          for (const listener of listeners) listener({ rows: holder.written })
          end(holder)
        },
        rollback: () => end(holder),
      }
    },
    onCommit: (listener) => void listeners.push(listener),
  }
}

function moveRows<Name extends TableName>(base: Rows, written: Rows, table: Name): void {
  for (const [key, row] of written[table]) {
    if (row === null) base[table].delete(key)
    else base[table].set(key, row)
  }
}

function createView(layers: readonly Rows[]): View {
  const [base = emptyRows(), ...above] = layers
  return {
    get(table, key) {
      for (const layer of above.toReversed()) {
        const row = layer[table].get(key)
        if (row !== undefined) return row ?? undefined
      }
      return base[table].get(key) ?? undefined
    },
    all<Name extends TableName>(table: Name): readonly RowTypes[Name][] {
      if (above.every((layer) => layer[table].size === 0))
        return [...base[table].values()].filter((row) => row !== null)
      const merged = new Map(base[table])
      for (const layer of above) for (const [key, row] of layer[table]) merged.set(key, row)
      return [...merged.values()].filter((row) => row !== null)
    },
  }
}
