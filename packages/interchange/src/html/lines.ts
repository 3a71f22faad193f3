import { decodeEntities, escapeHtml } from '@espalier/domain'
import { appendAll } from '../append.ts'
import { type HtmlNode, isBlock, parseHtml } from './parse-html.ts'

const holdsBlock = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node !== 'string' && isBlock(node.tag))

/** What a person reads of rich text, a line for each paragraph, item and break. `paragraphsOf` is the way back. */
export const htmlToLines = (html: string): string =>
  html.includes('<') ? collectLines(parseHtml(html).nodes).join('\n') : decodeEntities(html)

function collectLines(nodes: readonly HtmlNode[]): readonly string[] {
  if (!holdsBlock(nodes)) return sentenceLines(nodes)
  const lines: string[] = []
  let sentence: HtmlNode[] = []
  const end = () => {
    if (readInlineText(sentence).trim() !== '') appendAll(lines, sentenceLines(sentence))
    sentence = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node.tag)) {
      sentence.push(node)
      continue
    }
    end()
    appendAll(lines, collectLines(node.children))
  }
  end()
  return lines
}

/** A break that ends a paragraph only holds its line open. */
const sentenceLines = (nodes: readonly HtmlNode[]): readonly string[] => readInlineText(nodes).replace(/\n$/u, '').split('\n')

/** The text of inline markup, breaks as line ends. */
export const readInlineText = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.tag === 'br' ? '\n' : readInlineText(node.children)
    })
    .join('')

/** Rich text of plain lines, an empty one included. */
export function linesToHtml(text: string): string {
  if (text.trim() === '') return ''
  const lines = text.split(/\r\n?|\n/u)
  return lines.map((line) => (line === '' ? '<p><br></p>' : `<p>${escapeHtml(line)}</p>`)).join('')
}
