import { escapeHtml } from '@espalier/domain'
import { readInlineText } from '../html/lines.ts'
import type { HtmlElement, HtmlNode } from '../html/parse-html.ts'

const delimiters: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '_'],
  ['i', '_'],
  ['s', '~~'],
])

/** Inline markup as Markdown on one line; what Markdown has no sign for stays a tag, as Markdown allows. */
export const writeInline = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node, index) => {
      if (typeof node === 'string') return escapeInline(node)
      return writeElement(node, findEdgeCharacter(nodes[index - 1], 'end'), findEdgeCharacter(nodes[index + 1], 'start'))
    })
    .join('')

/** The sign that stands next to an element: '' at the ends of the text. */
function findEdgeCharacter(node: HtmlNode | undefined, side: 'start' | 'end'): string {
  if (node === undefined) return ''
  if (typeof node !== 'string') return '*'
  return side === 'end' ? (Array.from(node).at(-1) ?? '') : (Array.from(node)[0] ?? '')
}

function writeElement(element: HtmlElement, before: string, after: string): string {
  const { tag, children } = element
  if (tag === 'br') return '<br>'
  const inner = writeInline(children)
  const text = readInlineText(children)
  const isTrim = inner !== '' && text.trim() === text && text !== ''
  const isAlone = before !== '*' && after !== '*'
  if (
    tag === 'code' &&
    isTrim &&
    isAlone &&
    children.every((child) => typeof child === 'string') &&
    !/[`\n]/u.test(text)
  ) {
    return `\`${text}\``
  }
  const href = element.attributes.get('href')
  if (tag === 'a' && href !== undefined && inner !== '' && !/[<>\s\\]/u.test(href)) return `[${inner}](<${href}>)`
  const sign = delimiters.get(tag)
  if (sign !== undefined && isTrim && isFree(before) && isFree(after) && !startsOrEndsWith(inner, sign)) {
    return `${sign}${inner}${sign}`
  }
  const said = Array.from(element.attributes, ([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  return tag === 'p' ? inner : `<${tag}${said}>${inner}</${tag}>`
}

/** Beside letters and other signs a delimiter would be taken for a sign of the text. */
const isFree = (sign: string): boolean => sign === '' || /[ .,;:!?()]/u.test(sign)

const startsOrEndsWith = (inner: string, sign: string): boolean =>
  inner.startsWith(sign.slice(0, 1)) || inner.endsWith(sign.slice(0, 1))

const specialCharacters = /[\\`*[\]~^]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w{1,8};)/giu

const escapeInline = (text: string): string =>
  text
    .replace(specialCharacters, '\\$&')
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/[ \t\r\n\f]+/gu, ' ')

const blockMarkStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|(?:-{3,}|={3,}|_{3,})\s*$|\d{1,9}(?=[.)](?:\s|$))|\u2022(?=\s|$))/u

/** A line that begins like a mark of another kind says that it is none. */
export const escapeStart = (line: string): string =>
  line.replace(blockMarkStart, (sign) => (/^\d/u.test(sign) ? `${sign}\\` : `\\${sign}`))
