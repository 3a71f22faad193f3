import type { LogRow } from '../storage/rows.ts'
import type { Storage, StoredTransaction } from '../storage/storage.ts'
import { runPlainly, type RunStatement } from '../storage/connections.ts'
import type { Statement } from '../storage/statement.ts'
import type { FaultName } from './faults.ts'

interface FaultParts {
  readonly storage: Storage
  /** Notifies the rooms of this server. */
  publish(projectId: string, seq: number): void
}

interface TailRow {
  readonly id: string
  readonly tail_members: Readonly<Record<string, unknown>>
  readonly tail_entries: readonly { readonly kind: LogRow['kind'] }[]
}

/** Replaces statements by the behavior of a faulty server. */
export function faultyStatements(fault: FaultName | null, parts: FaultParts): RunStatement {
  switch (fault) {
    case 'publish-before-commit':
      return publishingEarly(parts)
    case 'drop-a-sequence-number':
      return (statement, tx, values, text) =>
        runPlainly(statement, tx, statement.name === 'advance project' ? skippingOne(values) : values, text)
    case 'no-dedupe':
      return (statement, tx, values, text) => {
        const rows = runPlainly(statement, tx, values, text)
        return statement.name === 'claim operation' ? [{}] : rows
      }
    case 'stale-position':
      return (statement, tx, values, text) => {
        const rows = runPlainly(statement, tx, values, text)
        return statement.name === 'structural patches' ? rows.map(withoutPositions) : rows
      }
    case 'no-rights-on-one-event':
      return rememberingMembers()
    case 'lost-relabel':
      return (statement, tx, values, text) =>
        runPlainly(statement, statement.name === 'reposition' ? forgetting(tx) : tx, values, text)
    default:
      return runPlainly
  }
}

const skippingOne = ([id, seq, ...rest]: readonly unknown[]): readonly unknown[] => [id, Number(seq) + 1, ...rest]

const forgetting = <Tx extends StoredTransaction>(tx: Tx): Tx => ({ ...tx, put: () => {} })

/** Drops positions that others changed meanwhile, and passes everything else. */
function withoutPositions(row: object): object {
  const { payload } = row as Pick<LogRow, 'payload'>
  const nodes = (payload.nodes ?? []).map((patch) => {
    const { position: _missed, ...rest } = patch
    const isNew = patch.title !== undefined && patch.parentIds !== undefined
    return isNew ? patch : rest
  })
  return { payload: { ...payload, nodes } }
}

function publishingEarly({ storage, publish }: FaultParts): RunStatement {
  return (statement: Statement, tx, values, text) => {
    if (statement.name === 'read tail') return statement.run({ ...storage.uncommitted, put: () => {} }, values, text)
    const rows = runPlainly(statement, tx, values, text)
    if (statement.name === 'append changes') {
      const seqs = (JSON.parse(String(values[1])) as readonly LogRow[]).map(({ seq }) => seq)
      publish(String(values[0]), Math.max(...seqs))
    }
    return rows
  }
}

/** Reads who may see a changed node from the members known when the project was first read. */
function rememberingMembers(): RunStatement {
  const members = new Map<string, TailRow['tail_members']>()
  return (statement, tx, values, text) => {
    const rows = runPlainly(statement, tx, values, text)
    if (statement.name !== 'read tail') return rows
    return (rows as readonly TailRow[]).map((row) => {
      const known = members.get(row.id) ?? row.tail_members
      members.set(row.id, known)
      const isConcerned = row.tail_entries.some(({ kind }) => kind === 'node-updated')
      return isConcerned ? { ...row, tail_members: known } : row
    })
  }
}
