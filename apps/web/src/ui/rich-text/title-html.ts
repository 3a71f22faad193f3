import { plainTextOf } from '@espalier/domain'
import { titleMarkupOf } from './title-markup.ts'

const blocks = new Set(['P', 'DIV', 'H1', 'H2', 'BLOCKQUOTE', 'PRE', 'LI', 'OL', 'UL'])

/** What is written in an element, its blocks and breaks as lines. */
export function linesOf(root: Node): string {
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
      const isBlock = blocks.has(node.nodeName)
      isBlockOver ||= isBlock
      for (const child of node.childNodes) read(child)
      isBlockOver ||= isBlock
    }
  }
  read(root)
  return text.replaceAll('\u00a0', ' ')
}

/** Read only: what is in a template neither runs nor loads anything. */
function parsed(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

/** The lines of a title that has no formats; null: it has some. */
export function plainLinesOf(html: string): string | null {
  const content = parsed(html)
  return content.querySelector(':not(p, br)') === null ? linesOf(content).replace(/\n$/u, '') : null
}

const escaped = (text: string): string => {
  const holder = document.createElement('p')
  holder.textContent = text
  return holder.innerHTML
}

/** A text as it is stored: one line as itself, several as paragraphs. */
export function titleOfText(text: string): string {
  const lines = text.trim().split('\n')
  if (lines.length === 1) return escaped(lines[0] ?? '')
  return lines.map((line) => (line === '' ? '<p><br></p>' : `<p>${escaped(line)}</p>`)).join('')
}

/** What an editor gives for a title, as it is stored. */
export function titleOfHtml(html: string): string {
  const plain = plainLinesOf(html)
  if (plain !== null) return titleOfText(plain)
  const markup = titleMarkupOf(parsed(html))
  // What looked like a format may have been somebody's style sheet: then the words are all there is.
  const left = plainLinesOf(markup)
  if (left !== null) return titleOfText(left)
  return markup.replace(/^(?:<p><br><\/p>)+|(?:<p><br><\/p>)+$/gu, '')
}

export const isBlankTitle = (html: string): boolean => plainTextOf(html) === ''
