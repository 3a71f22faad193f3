import { cleanLine, cleanText, escapeHtml, escapeHtmlText, isAllowedHref, richTextRules } from '@espalier/domain'

/** A text that becomes a node: plain, as a person edits it in a form. */
export interface SharedText {
  readonly title: string
  readonly description: string
}

/** A longer first line is a paragraph, not a title. */
const longestTitle = 120
const link = /https?:\/\/[^\s<>"]+/giu

/**
 * Reads what another app has shared. Apps differ in where they put a link: many name it only at the end of the text. The
 * values come from anywhere, so they are used as plain text.
 */
export function readSharedText(query: URLSearchParams): SharedText {
  const read = (name: string) => cleanText(query.get(name) ?? '').trim()
  const [name, text, url] = [cleanLine(read('title')).trim(), read('text'), read('url')]
  const whole = [text, ...(url !== '' && !text.includes(url) ? [url] : [])].filter(Boolean).join('\n')
  if (name !== '') return { title: name, description: whole === name ? '' : whole }
  const firstLine = (whole.split('\n', 1)[0] ?? '').trim()
  if (firstLine.length <= longestTitle) return { title: firstLine, description: whole.slice(firstLine.length).trim() }
  return { title: `${firstLine.slice(0, longestTitle).trim()}…`, description: whole }
}

/** Formats the text as a description: a paragraph per line, in which links can be followed. */
export const formatAsBody = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${linkAddresses(line)}</p>`)
    .join('')

function linkAddresses(line: string): string {
  const pieces: string[] = []
  let end = 0
  for (const { 0: address, index } of line.matchAll(link)) {
    if (!isAllowedHref(address)) continue
    pieces.push(escapeHtmlText(line.slice(end, index)))
    pieces.push(`<a href="${escapeHtml(address)}" rel="${richTextRules.rel}">${escapeHtmlText(address)}</a>`)
    end = index + address.length
  }
  return [...pieces, escapeHtmlText(line.slice(end))].join('')
}
