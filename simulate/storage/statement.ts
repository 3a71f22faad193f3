import type { StoredTransaction, View } from './storage.ts'

export type StatementName =
  | 'read project'
  | 'read project texts'
  | 'measure nodes'
  | 'read project head'
  | 'lock project'
  | 'advance project'
  | 'set columns'
  | 'read seqs'
  | 'log from'
  | 'membership'
  | 'members'
  | 'remove members'
  | 'put members'
  | 'projects of nodes'
  | 'nodes by id'
  | 'nodes using entries'
  | 'all nodes'
  | 'structure'
  | 'insert nodes'
  | 'update nodes'
  | 'reposition'
  | 'append changes'
  | 'structural patches'
  | 'changed nodes'
  | 'former people'
  | 'read changes'
  | 'read tail'
  | 'claim operation'
  | 'known answer'
  | 'answer operation'

/** The effect of one SQL statement of the product. */
export interface Statement {
  readonly name: StatementName
  readonly pattern: RegExp
  /** The rows, by table and key, that it locks or may only add once others have ended. */
  locks?(values: readonly unknown[], view: View): readonly string[]
  /** Runs atomically. */
  run(tx: StoredTransaction, values: readonly unknown[], text: string): readonly object[]
}

/** Returns the assigned column names in the order of the statement. */
export const columnsAssigned = (text: string): readonly string[] => {
  const assigned = / set (.*) where /.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? ''
  return assigned.split(', ').map((part) => part.split(' = ')[0] ?? '')
}
