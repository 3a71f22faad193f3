import { cleanStoredText } from '../storable.ts'
import { parseHtml } from './parse-html.ts'
import { serializeHtml } from './serialise.ts'

const mayBeMarkup = /[<>&"]/u

/** Rich text by the list of allowed tags. What is sound already stays letter by letter. */
export function cleanHtml(html: string, sanitise?: (html: string) => string): string {
  const stored = cleanStoredText(html)
  if (!mayBeMarkup.test(stored)) return stored
  const { nodes, isSound } = parseHtml(stored)
  const clean = isSound ? stored : serializeHtml(nodes)
  return sanitise === undefined ? clean : sanitise(clean)
}
