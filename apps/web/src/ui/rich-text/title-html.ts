import { toPlainText } from '@espalier/domain'
import { serializeTitle } from './title-markup.ts'

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
