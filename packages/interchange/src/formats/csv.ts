import { htmlToLines } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { cleanStoredText } from '../model/text.ts'

const csvColumns = ['Id', 'Level', 'Title', 'Status', 'Description', 'Parents', 'Colour', 'Linked project'] as const

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
  const rows: (readonly string[])[] = [csvColumns]
  for (const { node, depth } of family.walk()) {
    const { id, status, parentIds, backgroundColor = '', projectLink = '' } = node
    const title = htmlToLines(node.title)
    const body = htmlToLines(node.body)
    rows.push([id, String(depth + 1), title, status, body, parentIds.join(' '), backgroundColor, projectLink])
  }
  return `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}
