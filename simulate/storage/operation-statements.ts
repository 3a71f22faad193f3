import { joinKey } from './rows.ts'
import type { Statement } from './statement.ts'

const keyIn = (values: readonly unknown[]): string => joinKey(...(values.slice(0, 4) as string[]))

export const operationStatements: readonly Statement[] = [
  {
    name: 'claim operation',
    pattern: /^insert into operations as known .* on conflict \(caller, client_id, op_id, field\) do update/,
    // The second of two claims of the same key waits for the end of the first.
    locks: (values) => [`operations ${keyIn(values)}`],
    run(tx, values) {
      const key = keyIn(values)
      // Nothing gets a day old in a run.
      if (tx.get('operations', key) !== undefined) return []
      const [caller, clientId, operationId, field] = values as string[]
      if (caller === undefined || clientId === undefined || operationId === undefined || field === undefined) {
        throw new Error('An operation was claimed without a key')
      }
      tx.put('operations', key, {
        caller,
        client_id: clientId,
        op_id: operationId,
        field,
        answer: null,
        content: (values[5] ?? null) as string | null,
      })
      return [{ op_id: operationId }]
    },
  },
  {
    name: 'known answer',
    pattern: /^select answer, content from operations where/,
    run(tx, values) {
      const row = tx.get('operations', keyIn(values))
      return row === undefined ? [] : [{ answer: row.answer, content: row.content }]
    },
  },
  {
    name: 'answer operation',
    pattern: /^update operations set answer = \$5 where/,
    locks: (values) => [`operations ${keyIn(values)}`],
    run(tx, values) {
      const row = tx.get('operations', keyIn(values))
      if (row !== undefined) tx.put('operations', keyIn(values), { ...row, answer: JSON.parse(String(values[4])) })
      return row === undefined ? [] : [{}]
    },
  },
]
