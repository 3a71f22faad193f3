import { formatCsvRows } from '@espalier/interchange'
import type { SqlClient } from '../../database/nodes.ts'
import { type AuditFilter, type AuditRow, readAuditRows } from './store.ts'

export const auditFormats = ['csv', 'jsonl'] as const
type AuditFormat = (typeof auditFormats)[number]

const columns = [
  'id',
  'at',
  'action',
  'personId',
  'email',
  'address',
  'tokenName',
  'projectId',
  'subjectId',
  'subjectEmail',
  'details',
] as const

const rowsAtOnce = 1_000

const toFields = (row: AuditRow): Readonly<Record<(typeof columns)[number], unknown>> => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  personId: row.userId,
  email: row.email,
  address: row.address,
  tokenName: row.tokenName,
  projectId: row.projectId,
  subjectId: row.subjectId,
  subjectEmail: row.subjectEmail,
  details: row.details,
})

const toCells = (row: AuditRow): string[] => {
  const fields = toFields(row)
  return columns.map((name) => (name === 'details' ? JSON.stringify(row.details) : String(fields[name] ?? '')))
}

const writeRows = (format: AuditFormat, rows: readonly AuditRow[]): string =>
  format === 'jsonl'
    ? rows.map((row) => `${JSON.stringify(toFields(row))}\n`).join('')
    : formatCsvRows(rows.map(toCells)).replace(/^\ufeff/, '')

/** Writes the matching entries piece by piece, the latest first. Cells that look like formulas are made harmless. */
export async function* exportAuditLog(db: SqlClient, filter: AuditFilter, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield formatCsvRows([[...columns]])
  let before: string | null = null
  for (;;) {
    const rows: AuditRow[] = await readAuditRows(db, filter, { before, limit: rowsAtOnce })
    if (rows.length > 0) yield writeRows(format, rows)
    if (rows.length < rowsAtOnce) return
    before = rows.at(-1)?.id ?? null
  }
}
