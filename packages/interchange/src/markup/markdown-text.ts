import { exchangeLimits, isAllowedHref, richTextRules } from '@espalier/domain'
import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { appendAll } from '../model/text.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from './html-parser.ts'
import { serializeHtml } from './html-text.ts'

/** Maps a label to its address. */
export type LinkDefinitions = ReadonlyMap<string, string>

// Tags are read inside a sentence wherever they occur, so that a line that begins with one is not a block of raw HTML.
const inDescription: Options = {
  extensions: [
    gfmStrikethrough({ singleTilde: false }),
    gfmTable(),
    gfmTaskListItem(),
    { disable: { null: ['htmlFlow'] } },
  ],
  mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()],
}

const blockConstructs = 'htmlFlow headingAtx setextUnderline thematicBreak list blockQuote codeFenced codeIndented'

// A title is one sentence, whatever it begins with.
const inTitle: Options = {
  extensions: [gfmStrikethrough({ singleTilde: false }), { disable: { null: blockConstructs.split(' ') } }],
  mdastExtensions: [gfmStrikethroughFromMarkdown()],
}

export const normalizeLabel = (label: string): string => label.trim().replace(/\s+/gu, ' ').toLowerCase()

const markupSign = /[\\`*_~[<&]/u
const definitionStart = /^\s*\[[^\]]*\]:/u

const isPlainTitle = (text: string): boolean =>
  !markupSign.test(text) || isTooCostly(text, exchangeLimits.paste.titleCharacters) || definitionStart.test(text)

/** Parses the inline Markdown of a title. */
export function readInline(text: string, definitions: LinkDefinitions = new Map()): HtmlNode[] {
  if (isPlainTitle(text)) return [text]
  return parseTitles(text, definitions).flat()
}

/** Each title that is a sentence, in order. */
function parseTitles(text: string, definitions: LinkDefinitions): HtmlNode[][] {
  const { children, hrefs } = parseWithDefinitions(text, definitions, inTitle)
  return children.flatMap((block) => (block.type === 'paragraph' ? [convertInline(block.children, hrefs)] : []))
}

const titlesPerBatch = 200

/** Parses many titles of one line each. Setting up the parser takes longer than a title, so they are parsed together. */
export function readTitles(texts: readonly string[], definitions: LinkDefinitions): HtmlNode[][] {
  const titles = texts.map((text): HtmlNode[] => [text])
  const formatted = [...texts.keys()].filter((at) => !isPlainTitle(texts[at] ?? ''))
  for (let from = 0; from < formatted.length; from += titlesPerBatch) {
    const batch = formatted.slice(from, from + titlesPerBatch)
    const parsed = parseTitles(batch.map((at) => texts[at]).join('\n\n'), definitions)
    // A title that is no sentence, such as one of blanks, would shift all titles after it.
    const isWhole = parsed.length === batch.length
    for (const [place, at] of batch.entries())
      titles[at] = (isWhole ? parsed[place] : undefined) ?? readInline(texts[at] ?? '', definitions)
  }
  return titles
}

/** Parses a description's lines to rich text. */
export function readBody(lines: readonly string[], definitions: LinkDefinitions = new Map()): string {
  const text = lines.join('\n')
  if (text.trim() === '') return ''
  if (isTooCostly(text, exchangeLimits.paste.bodyCharacters))
    return serializeHtml(lines.filter((line) => line.trim() !== '').map((line) => element('p', [line.trim()])))
  if (lines.every((line) => plainLine.test(line))) return serializeHtml(readPlainParagraphs(text))
  const { children, hrefs } = parseWithDefinitions(text, definitions, inDescription)
  return serializeHtml(convertBlocks(children, hrefs))
}

/** A line that Markdown reads as it is: it begins with a letter and has no sign that means anything. Most are like this. */
const plainLine = /^(?:\p{L}(?:[\p{L}\p{N} .,:;?()'"/-]*[\p{L}\p{N}.,:;?()'"/-])?)?$/u

const readPlainParagraphs = (text: string): HtmlNode[] =>
  text
    .split(/\n{2,}/u)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => element('p', [paragraph.trim().replaceAll('\n', ' ')]))

const mostSigns = 2_000
const pairedSigns = /[*_~[\]]/gu
const mostComments = 200
const commentStart = /<[!?]/gu
const mostContainers = 50
const containerStart = /^(?:[ \t]{0,200}(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$)){50}/u
const farIndent = /^[\s>]{400}/u

/**
 * Returns whether parsing would take too long: the parser's time grows with the square of the characters that may pair
 * up in a paragraph, of the comments that never end, and of the open quotations and lists. A person writes a hundredth
 * of these; costly text is kept as plain text.
 */
function isTooCostly(text: string, mostCharacters: number): boolean {
  // A longer text is refused later in any case.
  if (text.length > mostCharacters) return true
  let signs = 0
  let comments = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') signs = comments = 0
    else if (line.length >= mostContainers && (containerStart.test(line) || farIndent.test(line))) return true
    signs += line.match(pairedSigns)?.length ?? 0
    comments += line.match(commentStart)?.length ?? 0
    if (signs > mostSigns || comments > mostComments) return true
  }
  return false
}

const label = /\[([^\]\\[]{1,999})\]/gu

type Hrefs = ReadonlyMap<string, string>

/**
 * Parses a text with the definitions that its links refer to. Thousands of texts may refer to one definition, so each
 * is parsed with a short address in its place.
 */
function parseWithDefinitions(text: string, definitions: LinkDefinitions, options: Options) {
  const addresses = new Map<string, string>()
  const lines: string[] = []
  if (definitions.size > 0) {
    const named = new Set(Array.from(text.matchAll(label), ([, name = '']) => normalizeLabel(name)))
    for (const name of named) {
      const address = definitions.get(name)
      if (address === undefined) continue
      const short = `#definition-${lines.length}`
      addresses.set(short, address)
      lines.push(`[${name}]: ${short}`)
    }
  }
  const { children } = fromMarkdown(lines.length === 0 ? text : `${text}\n\n${lines.join('\n')}`, options)
  const hrefs: Hrefs = new Map(
    children.flatMap((block) =>
      block.type === 'definition' ? [[block.identifier, addresses.get(block.url) ?? block.url] as const] : [],
    ),
  )
  return { children, hrefs }
}

/** Returns the address of a line that defines a link. */
export function readDefinedAddress(line: string): string {
  const [block] = fromMarkdown(line).children
  return block?.type === 'definition' ? block.url : ''
}

const element = (
  tag: string,
  children: HtmlNode[],
  attributes: ReadonlyMap<string, string> = new Map(),
): HtmlElement => ({ tag, attributes, children })

function convertBlocks(blocks: readonly RootContent[], hrefs: Hrefs): HtmlNode[] {
  return blocks.flatMap((block): HtmlNode[] => {
    switch (block.type) {
      case 'paragraph': {
        const children = convertInline(block.children, hrefs)
        return children.length === 0 ? [] : [element('p', children)]
      }
      case 'heading':
        return [element(block.depth === 1 ? 'h1' : 'h2', convertInline(block.children, hrefs))]
      case 'blockquote': {
        const inner = convertBlocks(block.children, hrefs)
        const [only] = inner
        const isSentence = inner.length === 1 && typeof only === 'object' && only.tag === 'p'
        return [element('blockquote', isSentence ? only.children : inner)]
      }
      case 'code':
        return [element('pre', [block.value])]
      case 'list':
        return [convertList(block, hrefs)]
      case 'table':
        return convertTable(block, hrefs)
      default:
        return []
    }
  })
}

const convertList = ({ ordered, children }: List, hrefs: Hrefs): HtmlElement =>
  element(
    ordered === true ? 'ol' : 'ul',
    children.map((item) => convertItem(item, hrefs)),
  )

/** A list item of rich text holds a sentence and lists, so other blocks inside it become lines of the sentence. */
function convertItem({ checked, children }: ListItem, hrefs: Hrefs): HtmlElement {
  const attributes = typeof checked === 'boolean' ? [['data-list', checked ? 'checked' : 'unchecked'] as const] : []
  const content: HtmlNode[] = []
  for (const block of convertBlocks(children, hrefs)) {
    const isList = typeof block === 'object' && (block.tag === 'ul' || block.tag === 'ol')
    if (typeof block === 'string' || isList) content.push(block)
    else {
      if (content.length > 0) content.push(element('br', []))
      appendAll(content, block.tag === 'pre' ? [element('code', block.children)] : block.children)
    }
  }
  return element('li', content, new Map(attributes))
}

/** Each row becomes a line, because rich text has no tables. */
const convertTable = ({ children }: Table, hrefs: Hrefs): HtmlNode[] =>
  children.map((row) =>
    element(
      'p',
      row.children.flatMap((cell, index) => [...(index === 0 ? [] : [' | ']), ...convertInline(cell.children, hrefs)]),
    ),
  )

interface OpenTag {
  /** The text that is shown if the tag is never closed. */
  readonly written: string
  readonly element: HtmlElement
}

const inlineTag = /^<(\/?)(strong|em|sub|sup|span|code|b|i|u|s|a)(?:\s[^<>]*)?>$/iu
const lineBreak = /^<br\s*\/?>$/iu
/** The maximum number of open tags. */
const mostOpen = 50

/** Tags arrive one by one between the texts: closed ones contain what is between them, all others become text. */
function convertInline(nodes: readonly PhrasingContent[], hrefs: Hrefs): HtmlNode[] {
  const top: OpenTag = { written: '', element: element('p', []) }
  const open = [top]
  const siblings = () => (open.at(-1) ?? top).element.children
  const reopenAsText = () => {
    const tag = open.pop()
    if (tag !== undefined) appendAll(siblings(), [tag.written, ...tag.element.children])
  }
  for (const node of nodes) {
    if (node.type !== 'html') {
      appendAll(siblings(), convertPhrase(node, hrefs))
      continue
    }
    const [, slash, name = ''] = inlineTag.exec(node.value) ?? []
    const opened =
      slash === '/' ? open.findLast((tag) => tag.element.tag === name.toLowerCase() && tag !== top) : undefined
    if (opened !== undefined) {
      while (open.at(-1) !== opened) reopenAsText()
      open.pop()
      siblings().push(opened.element)
    } else if (slash === '' && open.length <= mostOpen) {
      open.push({ written: node.value, element: readTag(node.value) })
    } else if (lineBreak.test(node.value)) siblings().push(element('br', []))
    else if (!node.value.startsWith('<!--')) siblings().push(node.value)
  }
  while (open.length > 1) reopenAsText()
  return top.element.children
}

/** Keeps the attributes that rich text allows. */
function readTag(written: string): HtmlElement {
  const [read] = parseHtml(written).nodes
  return typeof read === 'object' ? read : element('span', [])
}

function convertPhrase(node: PhrasingContent, hrefs: Hrefs): HtmlNode[] {
  switch (node.type) {
    case 'text':
      return [node.value.replaceAll('\n', ' ')]
    case 'strong':
      return [element('strong', convertInline(node.children, hrefs))]
    case 'emphasis':
      return [element('em', convertInline(node.children, hrefs))]
    case 'delete':
      return [element('s', convertInline(node.children, hrefs))]
    case 'inlineCode':
      return [element('code', [node.value])]
    case 'break':
      return [element('br', [])]
    case 'link':
      return linkTo(node.url, convertInline(node.children, hrefs))
    case 'linkReference':
      return linkTo(hrefs.get(node.identifier) ?? '', convertInline(node.children, hrefs))
    case 'image':
      return linkTo(node.url, [node.alt ?? ''])
    case 'imageReference':
      return linkTo(hrefs.get(node.identifier) ?? '', [node.alt ?? ''])
    default:
      return []
  }
}

const linkTo = (href: string, children: HtmlNode[]): HtmlNode[] =>
  isAllowedHref(href)
    ? [
        element(
          'a',
          children,
          new Map([
            ['href', href],
            ['rel', richTextRules.rel],
          ]),
        ),
      ]
    : children
