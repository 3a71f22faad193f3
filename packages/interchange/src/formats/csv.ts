import { nodeFields } from '@espalier/domain'
import { htmlToLines } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { cleanStoredText } from '../model/text.ts'

const columns = nodeFields.inFiles.flatMap((field) => {
  const heading = field.file?.csvHeading
  return heading === undefined ? [] : [{ ...field, heading }]
})

function formatValue(value: unknown, isRichText: boolean | undefined): string {
  if (value === undefined || value === null) return ''
  if (isRichText) return htmlToLines(String(value))
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// A spreadsheet would run a cell that begins like a formula, whoever wrote it.
// Some remove blanks before they look, and some read the full-width signs of East Asian keyboards as their narrow ones.
const formulaStart = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

function formatCell(text: string): string {
  const stored = cleanStoredText(text)
  const safe = formulaStart.test(stored) ? `'${stored}` : stored
  return /[",\r\n;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row a node, as it is read from the top. Begins with a byte order mark: without it spreadsheets guess the encoding. */
export function writeCsv(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const [idColumn, ...rest] = columns.map(({ heading }) => heading)
  const rows: (readonly string[])[] = [[idColumn ?? '', 'Level', ...rest]]
  for (const { node, depth } of family.walk()) {
    const values: Readonly<Record<string, unknown>> = { ...node }
    const [id, ...cells] = columns.map(({ name, isRichText }) => formatValue(values[name], isRichText))
    rows.push([id ?? '', String(depth + 1), ...cells])
  }
  return `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}
