import { escapeHtml } from '@espalier/domain'
import { parseHtml } from '../html/parse-html.ts'
import { serialise, serialiseXhtml } from '../html/serialise.ts'
import { unwrapped, withoutIndents } from '../html/spaces.ts'
import { paragraphsOf } from '../html/lines.ts'
import { elementIn, textOf, type XmlElement } from './read-xml.ts'
import { xmlText } from './write-xml.ts'

/** XML elements as HTML, prefixes of namespaces left out. Without recursion: tags may be nested deeper than the stack goes. */
function asHtml(element: XmlElement): string {
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
export function richTextIn(holder: XmlElement, kind: 'title' | 'body'): string {
  const page = elementIn(holder, 'html')
  if (page === undefined)
    return kind === 'body' ? paragraphsOf(textOf(holder).trim()) : escapeHtml(textOf(holder).trim())
  const html = asHtml(elementIn(page, 'body') ?? page)
  if (holder.attributes['xml:space'] === 'preserve') return html
  const { nodes } = parseHtml(html)
  const shown = withoutIndents(nodes).filter((node, at, all) => node !== ' ' || (at > 0 && at < all.length - 1))
  return serialise(kind === 'title' ? unwrapped(shown) : shown)
}

export const pageOf = (html: string): string =>
  `<html><head></head><body>${serialiseXhtml(parseHtml(xmlText(html)).nodes)}</body></html>`
