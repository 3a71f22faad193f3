import { escapeHtml, toPlainText } from '@espalier/domain'

/** Nothing but the marks of a title: whatever passes can be drawn as it is. */
const safeTitlePattern =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot|nbsp|#39);|<\/?(?:p|strong|b|em|i|u|s|sub|sup)>|<br>|<(?:strong|b|em|i|u|s|sub|sup|span) class="ql-size-(?:small|medium|large|huge)">|<\/span>)*$/u

/** A title as it is drawn: with its marks, or, where it holds anything else, as words. */
export const toSafeTitleHtml = (html: string): string =>
  safeTitlePattern.test(html) ? html : escapeHtml(toPlainText(html))

const keptTags = new Set(['P', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'SUB', 'SUP'])
const sizeClassPattern = /^ql-size-(?:small|medium|large|huge)$/u

/** What an editor holds, written with the marks of a title alone: of all else only the words stay. */
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

/** What is written in an element, its blocks and breaks as lines. */
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

/** Read only: what is in a template neither runs nor loads anything. */
function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

/** The lines of a title that has no formats; null: it has some. */
export function readPlainLines(html: string): string | null {
  const content = parseHtml(html)
  return content.querySelector(':not(p, br)') === null ? readTextLines(content).replace(/\n$/u, '') : null
}

const escapeLine = (text: string): string => {
  const holder = document.createElement('p')
  holder.textContent = text
  return holder.innerHTML
}

/** A text as it is stored: one line as itself, several as paragraphs. */
export function toTitleHtml(text: string): string {
  const lines = text.trim().split('\n')
  if (lines.length === 1) return escapeLine(lines[0] ?? '')
  return lines.map((line) => (line === '' ? '<p><br></p>' : `<p>${escapeLine(line)}</p>`)).join('')
}

/** What an editor gives for a title, as it is stored. */
export function normalizeTitleHtml(html: string): string {
  const plain = readPlainLines(html)
  if (plain !== null) return toTitleHtml(plain)
  const markup = serializeTitle(parseHtml(html))
  // What looked like a format may have been somebody's style sheet: then the words are all there is.
  const left = readPlainLines(markup)
  if (left !== null) return toTitleHtml(left)
  return markup.replace(/^(?:<p><br><\/p>)+|(?:<p><br><\/p>)+$/gu, '')
}

export const isBlankTitle = (html: string): boolean => toPlainText(html) === ''
