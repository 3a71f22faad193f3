import { cleanStoredText } from '../model/text.ts'

// A spreadsheet would run a cell that begins like a formula. Some remove blanks before they check, and some treat the
// full-width characters of East Asian keyboards as their narrow ones.
const formulaStart = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

function formatCell(text: string): string {
  const stored = cleanStoredText(text)
  const safe = formulaStart.test(stored) ? `'${stored}` : stored
  return /[",\r\n;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes the rows of a CSV file. It begins with a byte order mark, because spreadsheets guess the encoding without it. */
export const formatCsvRows = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
