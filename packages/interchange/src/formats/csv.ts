import { nodeFields } from '@espalier/domain'
import { htmlToLines } from '../markup/html-text.ts'
import { createPlanningWriter } from '../model/planning.ts'
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

// A spreadsheet would run a cell that begins like a formula. Some remove blanks before they check, and some treat the
// full-width characters of East Asian keyboards as their narrow ones.
const formulaStart = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

function formatCell(text: string): string {
  const stored = cleanStoredText(text)
  const safe = formulaStart.test(stored) ? `'${stored}` : stored
  return /[",\r\n;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Writes one row per node in reading order. It begins with a byte order mark, because spreadsheets guess the encoding
 * without it.
 */
export function writeCsv(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const writePlanning = createPlanningWriter(project)
  const [idColumn, ...rest] = columns.map(({ heading }) => heading)
  const rows: (readonly string[])[] = [[idColumn ?? '', 'Level', ...rest]]
  for (const { node, depth } of family.walk()) {
    const { tags } = writePlanning(node)
    const values: Readonly<Record<string, unknown>> = { ...node, tagIds: tags }
    const [id, ...cells] = columns.map(({ name, isRichText }) => formatValue(values[name], isRichText))
    rows.push([id ?? '', String(depth + 1), ...cells])
  }
  return `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}
