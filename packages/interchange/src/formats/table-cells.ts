import { exchangeLimits } from '@espalier/domain'
import { decodeText } from '../model/file-content.ts'
import { ImportError } from '../model/import-fault.ts'
import { cleanStoredText } from '../model/text.ts'

export type TableRow = readonly string[]

const delimiters = ['\t', ',', ';'] as const
type Delimiter = (typeof delimiters)[number]

/** Our own tables have a column for each own field. Nobody plans in wider ones, and each column is a field in the dialog. */
const maxColumns = 100
/** The delimiter is the most frequent one among these first characters. */
const detectionCharacters = 20_000

/** Reads the cells of a CSV file or of a copied range of a spreadsheet. Blank rows are left out. O(length). */
export function parseTableRows(given: Uint8Array | string): readonly TableRow[] {
  const text = cleanStoredText(decodeText(given))
  const rows: TableRow[] = []
  for (const row of readRows(text, detectDelimiter(text))) {
    if (row.every((cell) => cell.trim() === '')) continue
    rows.push(row.slice(0, maxColumns).map(stripFormulaGuard))
    // The first row may be a heading.
    if (rows.length > exchangeLimits.files.nodes + 1) throw new ImportError('too-many-nodes')
  }
  return rows
}

/** Counts delimiters outside of quotes. The first of the list wins a tie. */
function detectDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const sign of text.slice(0, detectionCharacters)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

function* readRows(text: string, delimiter: Delimiter): Iterable<string[]> {
  let row: string[] = []
  let at = 0
  for (;;) {
    const { value, end } = readCell(text, at, delimiter)
    row.push(value)
    at = end + 1
    if (text[end] === delimiter) continue
    yield row
    if (end >= text.length) return
    if (text.startsWith('\r\n', end)) at += 1
    row = []
  }
}

/** Reads from the beginning of a cell to the delimiter or line break after it. A missing closing quote is forgiven. */
function readCell(text: string, start: number, delimiter: Delimiter): { readonly value: string; readonly end: number } {
  if (text[start] !== '"') {
    const end = findCellEnd(text, start, delimiter)
    return { value: text.slice(start, end), end }
  }
  const pieces: string[] = []
  let from = start + 1
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', from)) {
    pieces.push(text.slice(from, quote))
    from = quote + 1
    if (text[from] !== '"') {
      const end = findCellEnd(text, from, delimiter)
      return { value: `${pieces.join('')}${text.slice(from, end)}`, end }
    }
    pieces.push('"')
    from += 1
  }
  return { value: `${pieces.join('')}${text.slice(from)}`, end: text.length }
}

function findCellEnd(text: string, start: number, delimiter: Delimiter): number {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

/** Our own files write an apostrophe before what a spreadsheet would run as a formula. */
const stripFormulaGuard = (cell: string): string =>
  /^'[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell) ? cell.slice(1) : cell

/**
 * True for a range that was copied from a spreadsheet: every line has equally many tabs, and one of them is behind a
 * text. In an outline tabs are only at the beginning of a line.
 */
export function isSpreadsheetRange(text: string): boolean {
  const lines = text.replace(/[\r\n]+$/u, '').split(/\r\n?|\n/u)
  const tabs = countTabs(lines[0] ?? '')
  // A quoted cell may have several lines, so the lines of such a range cannot be compared.
  const isQuoted = lines.some((line) => /(?:^|\t)"/u.test(line))
  const isEven = isQuoted || lines.every((line) => countTabs(line) === tabs)
  return isEven && lines.some((line) => /[^\t]\t/u.test(line))
}

const countTabs = (line: string): number => line.split('\t').length - 1
