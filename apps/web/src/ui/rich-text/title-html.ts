import { escapeHtml, toPlainText } from '@espalier/domain'

/** Matches nothing but the formats of a title: whatever matches can be rendered as it is. */
const safeTitlePattern =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot|nbsp|#39);|<\/?(?:p|strong|b|em|i|u|s|sub|sup)>|<br>|<(?:strong|b|em|i|u|s|sub|sup|span) class="ql-size-(?:small|medium|large|huge)">|<\/span>)*$/u

/** Returns a title for rendering: with its formats, or as plain text if it contains anything else. */
export const toSafeTitleHtml = (html: string): string =>
  safeTitlePattern.test(html) ? html : escapeHtml(toPlainText(html))

const keptTags = new Set(['P', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'SUB', 'SUP'])
const sizeClassPattern = /^ql-size-(?:small|medium|large|huge)$/u

/** Serializes an editor's content with the formats of a title; of everything else only the words stay. */
export function serializeTitle(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeHtml((node.nodeValue ?? '').replaceAll('\ufeff', ''))
  if (node.nodeName === 'BR') return '<br>'
  const inner = Array.from(node.childNodes, serializeTitle).join('')
  if (node.nodeName === 'DIV') return `<p>${inner}</p>`
  const size = node instanceof Element ? [...node.classList].find((name) => sizeClassPattern.test(name)) : undefined
  const attributes = size === undefined || node.nodeName === 'P' ? '' : ` class="${size}"`
  if (keptTags.has(node.nodeName)) return wrapInTag(node.nodeName.toLowerCase(), attributes, inner)
  return size !== undefined && node.nodeName === 'SPAN' ? wrapInTag('span', attributes, inner) : inner
}

const wrapInTag = (tag: string, attributes: string, inner: string): string =>
  inner === '' && tag !== 'p' ? '' : `<${tag}${attributes}>${inner}</${tag}>`

const blockTags = new Set(['P', 'DIV', 'H1', 'H2', 'BLOCKQUOTE', 'PRE', 'LI', 'OL', 'UL'])

/** Returns the text of an element with its blocks and breaks as lines. */
export function readTextLines(root: Node): string {
  let text = ''
  let isBlockOver = false
  const add = (words: string) => {
    if (isBlockOver && text !== '' && !text.endsWith('\n')) text += '\n'
    isBlockOver = false
    text += words
  }
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) add(node.nodeValue ?? '')
    else if (node.nodeName === 'BR') add('\n')
    else {
      const isBlock = blockTags.has(node.nodeName)
      isBlockOver ||= isBlock
      for (const child of node.childNodes) read(child)
      isBlockOver ||= isBlock
    }
  }
  read(root)
  return text.replaceAll('\u00a0', ' ')
}

/** The content of a template neither runs nor loads anything. */
function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

/** Matches a text, or paragraphs that contain only text. */
const plainPattern = /^(?:[^<&]*|(?:<p>[^<&]+<\/p>)+)$/u
const paragraphEdges = /^<p>|<\/p>$/gu

/** Returns the lines of a title without formats; null: it has some. */
export function readPlainLines(html: string): string | null {
  // Parsing is slow, and a list reads a title for each row that is scrolled into view.
  if (plainPattern.test(html)) {
    const text = html.replaceAll(paragraphEdges, '').replaceAll('</p><p>', '\n')
    return text.replaceAll('\u00a0', ' ').replace(/\n$/u, '')
  }
  const content = parseHtml(html)
  return content.querySelector(':not(p, br)') === null ? readTextLines(content).replace(/\n$/u, '') : null
}

const escapeLine = (text: string): string => {
  const holder = document.createElement('p')
  holder.textContent = text
  return holder.innerHTML
}

/** Converts a text into its stored form: one line as it is, several as paragraphs. */
export function toTitleHtml(text: string): string {
  const lines = text.trim().split('\n')
  if (lines.length === 1) return escapeLine(lines[0] ?? '')
  return lines.map((line) => (line === '' ? '<p><br></p>' : `<p>${escapeLine(line)}</p>`)).join('')
}

/** Converts an editor's title into its stored form. */
export function normalizeTitleHtml(html: string): string {
  const plain = readPlainLines(html)
  if (plain !== null) return toTitleHtml(plain)
  const markup = serializeTitle(parseHtml(html))
  // An apparent format may have been a foreign style, so that only the words are left.
  const left = readPlainLines(markup)
  if (left !== null) return toTitleHtml(left)
  return markup.replace(/^(?:<p><br><\/p>)+|(?:<p><br><\/p>)+$/gu, '')
}

export const isBlankTitle = (html: string): boolean => toPlainText(html) === ''
