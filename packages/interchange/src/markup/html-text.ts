import { decodeEntities, escapeHtml, escapeHtmlText } from '@espalier/domain'
import { appendAll, cleanStoredText } from '../model/text.ts'
import { type HtmlElement, type HtmlNode, isBlock, parseHtml } from './html-parser.ts'
import { escapeXmlAttribute, escapeXmlText as xmlText } from './xml.ts'

const escapeTextNode = (text: string): string => escapeHtmlText(text).replaceAll('\u00a0', '&nbsp;')

export const serializeHtml = (nodes: readonly HtmlNode[]): string =>
  serializeNodes(nodes, { text: escapeTextNode, attribute: escapeHtml, lineBreak: '<br>' })

/**
 * Serializes to a part of an XML document: every element is closed, and no named reference is used that XML does not
 * know.
 */
export const serializeXhtml = (nodes: readonly HtmlNode[]): string =>
  serializeNodes(nodes, { text: xmlText, attribute: escapeXmlAttribute, lineBreak: '<br/>' })

interface SerializeOptions {
  readonly text: (text: string) => string
  readonly attribute: (text: string) => string
  readonly lineBreak: string
}

const serializeNodes = (nodes: readonly HtmlNode[], options: SerializeOptions): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return options.text(node)
      if (node.tag === 'br') return options.lineBreak
      const attributeText = Array.from(
        node.attributes,
        ([name, value]) => ` ${name}="${options.attribute(value)}"`,
      ).join('')
      return `<${node.tag}${attributeText}>${serializeNodes(node.children, options)}</${node.tag}>`
    })
    .join('')

/** Compares texts by their meaning, however their characters are encoded. */
export const isSameHtml = (left: string, right: string): boolean =>
  left === right || serializeHtml(parseHtml(left).nodes) === serializeHtml(parseHtml(right).nodes)

const mayBeMarkup = /[<>&"]/u

/** Reduces rich text to the allowed tags. Sound text stays unchanged to the letter. */
export function cleanHtml(html: string, sanitise?: (html: string) => string): string {
  const stored = cleanStoredText(html)
  if (!mayBeMarkup.test(stored)) return stored
  const { nodes, isSound } = parseHtml(stored)
  const clean = isSound ? stored : serializeHtml(nodes)
  return sanitise === undefined ? clean : sanitise(clean)
}

const holdsBlock = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node !== 'string' && isBlock(node.tag))

/**
 * Returns the readable text of rich text, one line for each paragraph, item and break. `linesToHtml` is the inverse.
 */
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

/** A break at the end of a paragraph only keeps its line open. */
const sentenceLines = (nodes: readonly HtmlNode[]): readonly string[] =>
  readInlineText(nodes).replace(/\n$/u, '').split('\n')

/** Returns the text of inline markup, with breaks as line ends. */
export const readInlineText = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.tag === 'br' ? '\n' : readInlineText(node.children)
    })
    .join('')

/** Converts plain lines, including empty ones, to rich text. */
export function linesToHtml(text: string): string {
  if (text.trim() === '') return ''
  const lines = text.split(/\r\n?|\n/u)
  return lines.map((line) => (line === '' ? '<p><br></p>' : `<p>${escapeHtml(line)}</p>`)).join('')
}

/**
 * Collapses blanks as a browser shows them: runs become one, and none stay at the edges of a block. Programs indent the
 * markup they write.
 */
export function collapseIndents(nodes: readonly HtmlNode[]): HtmlNode[] {
  const kept = nodes.flatMap<HtmlNode>((node) => {
    if (typeof node === 'string') return node.replace(/[ \t\r\n\f]+/gu, ' ')
    if (node.tag === 'pre') return node
    const children = collapseIndents(node.children)
    return { ...node, children: isBlock(node.tag) ? trimEdges(children) : children }
  })
  return kept.filter((node, index) => node !== ' ' || (!isEdge(kept[index - 1]) && !isEdge(kept[index + 1])))
}

const isEdge = (node: HtmlNode | undefined): boolean =>
  node !== undefined && typeof node !== 'string' && (isBlock(node.tag) || node.tag === 'br')

function trimEdges(nodes: readonly HtmlNode[]): HtmlNode[] {
  const last = nodes.length - 1
  return nodes.flatMap((node, index) => {
    if (typeof node !== 'string') return node
    const begun = index === 0 ? node.trimStart() : node
    const ended = index === last ? begun.trimEnd() : begun
    return ended === '' ? [] : ended
  })
}

const isParagraph = (node: HtmlNode | undefined): node is HtmlElement => typeof node === 'object' && node.tag === 'p'

/** A title is a line, not a paragraph. */
export function unwrapParagraph(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only] = nodes
  return nodes.length === 1 && isParagraph(only) ? only.children : nodes
}
