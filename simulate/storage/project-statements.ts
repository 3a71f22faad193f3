import type { ProjectRow } from '@espalier/server/src/database/projects.ts'
import { joinKey, type MemberRow } from './rows.ts'
import { columnsAssigned, type Statement } from './statement.ts'
import type { StoredTransaction } from './storage.ts'

const first = (values: readonly unknown[]): string => String(values[0])
const found = (tx: StoredTransaction, id: string): readonly ProjectRow[] => {
  const row = tx.get('projects', id)
  return row === undefined ? [] : [row]
}

function change(tx: StoredTransaction, id: string, values: Partial<ProjectRow>): readonly ProjectRow[] {
  const [row] = found(tx, id)
  if (row === undefined) return []
  const next = { ...row, ...values }
  tx.put('projects', id, next)
  return [next]
}

/** PostgreSQL writes a space after each colon and comma. */
const formatJsonb = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(formatJsonb).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${formatJsonb(one)}`)
    .join(', ')}}`
}

/** Measures like the trigger in PostgreSQL. */
export const textBytes = ({ title, body, json, ...lists }: Omit<ProjectRow, 'text_bytes'>): number =>
  Buffer.byteLength(title) +
  Buffer.byteLength(body) +
  (json === null ? 0 : Buffer.byteLength(String(json))) +
  jsonLists.reduce((sum, name) => sum + Buffer.byteLength(formatJsonb(lists[name])) - 2, 0)

const jsonLists = ['tags', 'stages', 'field_definitions', 'views'] as const
const isJsonList = (name: string): boolean => (jsonLists as readonly string[]).includes(name)
const isText = (name: string): boolean => name === 'body' || name === 'json' || isJsonList(name)

export const projectStatements: readonly Statement[] = [
  {
    name: 'lock project',
    pattern: /^select \* from projects where id = \$1 for update$/,
    locks: (values) => [`projects ${first(values)}`],
    run: (tx, values) => found(tx, first(values)),
  },
  {
    name: 'read project',
    pattern: /^select \* from projects where id = \$1$/,
    run: (tx, values) => found(tx, first(values)),
  },
  {
    name: 'read project head',
    pattern: /^select id, owner, title, .* from projects where id = \$1$/,
    run: (tx, values) =>
      found(tx, first(values)).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isText(name)))),
  },
  {
    name: 'read project texts',
    pattern:
      /^select id(?:, (?:body|json|tags|stages|field_definitions|views))+ from projects where id = any\(\$1::uuid\[\]\)$/,
    run: (tx, values) =>
      (values[0] as string[])
        .flatMap((id) => found(tx, id))
        .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || isText(name)))),
  },
  {
    name: 'advance project',
    pattern: /^update projects set seq = \$2, updated_at = \$3, todo_count = \$4/,
    locks: (values) => [`projects ${first(values)}`],
    run(tx, values) {
      const [id, seq, at] = values as [string, number, Date]
      const [todo = 0, progress = 0, done = 0, contentBytes = 0, historyBytes = 0] = values.slice(3).map(Number)
      const [row] = found(tx, id)
      if (Math.min(todo, progress, done) < 0) throw new Error('A node count is negative')
      return change(tx, id, {
        seq,
        updated_at: at,
        todo_count: todo,
        progress_count: progress,
        done_count: done,
        content_bytes: (row?.content_bytes ?? 0) + contentBytes,
        history_bytes: (row?.history_bytes ?? 0) + historyBytes,
      })
    },
  },
  {
    name: 'set columns',
    pattern: /^update projects set .* where id = \$1$/,
    locks: (values) => [`projects ${first(values)}`],
    run(tx, [id, ...values], text) {
      const changed = Object.fromEntries(
        columnsAssigned(text).map((column, index) => [
          column,
          isJsonList(column) ? (JSON.parse(String(values[index])) as unknown) : values[index],
        ]),
      )
      const [row] = change(tx, String(id), changed)
      return row === undefined ? [] : change(tx, row.id, { text_bytes: textBytes(row) })
    },
  },
  {
    name: 'read seqs',
    pattern: /^select id, seq from projects where id = any/,
    run: (tx, values) => (values[0] as string[]).flatMap((id) => found(tx, id)).map(({ id, seq }) => ({ id, seq })),
  },
  {
    name: 'log from',
    pattern: /^select log_from from projects where id = \$1$/,
    run: (tx, values) => found(tx, first(values)).map(({ log_from }) => ({ log_from })),
  },
]

const listMembers = (tx: StoredTransaction, projectIds: readonly string[]): readonly MemberRow[] =>
  tx.all('project_members').filter((row) => projectIds.includes(row.project_id))

export const memberStatements: readonly Statement[] = [
  {
    name: 'membership',
    pattern:
      /^select role, opened_at is not null as "hasOpened" from project_members where project_id = \$1 and user_id = \$2$/,
    run(tx, values) {
      const row = tx.get('project_members', joinKey(...(values as string[])))
      return row === undefined ? [] : [{ role: row.role, hasOpened: true }]
    },
  },
  {
    name: 'members',
    pattern: /^select project_id, user_id, role from project_members where project_id = any\(\$1::uuid\[\]\)$/,
    run: (tx, values) => listMembers(tx, values[0] as string[]),
  },
  {
    name: 'remove members',
    pattern: /^delete from project_members where project_id = \$1 and user_id = any\(\$2::text\[\]\)$/,
    locks: ([projectId, userIds]) =>
      (userIds as string[]).map((id) => `project_members ${joinKey(String(projectId), id)}`),
    run(tx, [projectId, userIds]) {
      for (const id of userIds as string[]) tx.put('project_members', joinKey(String(projectId), id), null)
      return (userIds as string[]).map(() => ({}))
    },
  },
  {
    name: 'put members',
    pattern: /^insert into project_members \(project_id, user_id, role\) select \$1, user_id, role from unnest/,
    locks: (values) => rowsIn(values).map((row) => `project_members ${joinKey(row.project_id, row.user_id)}`),
    run(tx, values) {
      const rows = rowsIn(values)
      for (const row of rows) tx.put('project_members', joinKey(row.project_id, row.user_id), row)
      return rows
    },
  },
]

function rowsIn([projectId, userIds, roles]: readonly unknown[]): readonly MemberRow[] {
  return (userIds as string[]).map((userId, at) => ({
    project_id: String(projectId),
    user_id: userId,
    role: (roles as MemberRow['role'][])[at] ?? 'viewer',
  }))
}
