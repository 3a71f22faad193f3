import { escapeHtml } from '@espalier/domain'
import { parseHtml } from '../html/parse-html.ts'
import { serializeHtml, serializeXhtml } from '../html/serialise.ts'
import { unwrapParagraph, collapseIndents } from '../html/spaces.ts'
import { linesToHtml } from '../html/lines.ts'
import { findElement, readElementText, type XmlElement } from './read-xml.ts'
import { toXmlText } from './write-xml.ts'

/** XML elements as HTML, prefixes of namespaces left out. Without recursion: tags may be nested deeper than the stack goes. */
function xmlToHtml(element: XmlElement): string {
  let html = ''
  const waiting: (XmlElement | string | { readonly closing: string })[] = element.children.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') html += escapeHtml(next)
    else if ('closing' in next) html += next.closing
    else {
      const name = next.name.replace(/^.*:/u, '')
      const said = Object.entries(next.attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      html += `<${name}${said.join('')}>`
      if (name === 'br') continue
      waiting.push({ closing: `</${name}>` })
      for (const child of next.children.toReversed()) waiting.push(child)
    }
  }
  return html
}

/** The rich text of an element that holds a page of HTML, or plain lines. */
export function readRichText(holder: XmlElement, kind: 'title' | 'body'): string {
  const page = findElement(holder, 'html')
  if (page === undefined)
    return kind === 'body' ? linesToHtml(readElementText(holder).trim()) : escapeHtml(readElementText(holder).trim())
  const html = xmlToHtml(findElement(page, 'body') ?? page)
  if (holder.attributes['xml:space'] === 'preserve') return html
  const { nodes } = parseHtml(html)
  const shown = collapseIndents(nodes).filter((node, at, all) => node !== ' ' || (at > 0 && at < all.length - 1))
  return serializeHtml(kind === 'title' ? unwrapParagraph(shown) : shown)
}

export const writeHtmlPage = (html: string): string =>
  `<html><head></head><body>${serializeXhtml(parseHtml(toXmlText(html)).nodes)}</body></html>`
