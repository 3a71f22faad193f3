import { escapeHtml } from '@espalier/domain'
import { type HtmlElement, type HtmlNode, isBlock, parseHtml } from './html-parser.ts'
import { readInlineText } from './html-text.ts'

const delimiters: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '_'],
  ['i', '_'],
  ['s', '~~'],
])

/**
 * Writes inline markup as Markdown on one line; markup without a Markdown equivalent stays a tag, as Markdown allows.
 */
export const writeInline = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node, index) => {
      if (typeof node === 'string') return escapeInline(node)
      return writeElement(
        node,
        findEdgeCharacter(nodes[index - 1], 'end'),
        findEdgeCharacter(nodes[index + 1], 'start'),
      )
    })
    .join('')

/** Returns the character next to an element: '' at the ends of the text. */
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
  const attributeTexts = Array.from(element.attributes, ([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  return tag === 'p' ? inner : `<${tag}${attributeTexts}>${inner}</${tag}>`
}

/** Beside letters and other characters a delimiter would be read as text. */
const isFree = (sign: string): boolean => sign === '' || /[ .,;:!?()]/u.test(sign)

const startsOrEndsWith = (inner: string, sign: string): boolean =>
  inner.startsWith(sign.slice(0, 1)) || inner.endsWith(sign.slice(0, 1))

const specialCharacters = /[\\`*[\]~^]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w{1,8};)/giu

/** Most texts are made of these alone, and looking for special characters takes several times longer. */
const plainWords = /^[\p{L}\p{N}.,:;!?()'"-]*(?: [\p{L}\p{N}.,:;!?()'"-]+)* ?$/u

const escapeInline = (text: string): string =>
  plainWords.test(text)
    ? text
    : text
        .replace(specialCharacters, '\\$&')
        .replaceAll('\u00a0', '&nbsp;')
        .replace(/[ \t\r\n\f]+/gu, ' ')

const blockMarkStart =
  /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|([-=_])(?=(?:\s|\1)*$)|\d{1,9}(?=[.)](?:\s|$))|\u2022(?=\s|$))/u

/** Escapes a line that begins like a block mark. */
export const escapeStart = (line: string): string =>
  line.replace(blockMarkStart, (sign) => (/^\d/u.test(sign) ? `${sign}\\` : `\\${sign}`))

/**
 * Writes the lines of a description. Paragraphs are plain; anything that could be read as nodes is quoted as a whole.
 */
export function writeBody(html: string): readonly string[] {
  const blocks = toBlocks(parseHtml(html).nodes)
  const isSimple = blocks.every(({ tag }) => tag === 'p')
  const lines = writeBlocks(blocks)
  return isSimple ? lines : lines.map((line) => (line === '' ? '>' : `> ${line}`))
}

/** Returns only blocks: words between them become paragraphs. */
function toBlocks(nodes: readonly HtmlNode[]): readonly HtmlElement[] {
  const blocks: HtmlElement[] = []
  let sentence: HtmlNode[] = []
  const end = () => {
    if (readInlineText(sentence).trim() !== '') blocks.push({ tag: 'p', attributes: new Map(), children: sentence })
    sentence = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node.tag)) {
      sentence.push(node)
      continue
    }
    end()
    blocks.push(node)
  }
  end()
  return blocks
}

const listSeparator = '<!-- -->'
const isList = ({ tag }: HtmlElement): boolean => tag === 'ul' || tag === 'ol'

function writeBlocks(blocks: readonly HtmlElement[]): readonly string[] {
  return blocks.flatMap((block, index) => {
    const above = blocks[index - 1]
    if (above === undefined) return writeBlock(block)
    // Two lists in a row would be read as one.
    return isList(above) && isList(block) ? ['', listSeparator, '', ...writeBlock(block)] : ['', ...writeBlock(block)]
  })
}

function writeBlock(block: HtmlElement): readonly string[] {
  switch (block.tag) {
    case 'h1':
      return [`# ${writeInline(block.children)}`]
    case 'h2':
      return [`## ${writeInline(block.children)}`]
    case 'blockquote':
      return writeBlocks(toBlocks(block.children)).map((line) => (line === '' ? '>' : `> ${line}`))
    case 'pre':
      return writeCode(readInlineText(block.children))
    case 'ul':
    case 'ol':
      return writeList(block)
    default:
      return [escapeStart(writeInline(block.children)) || '<br>']
  }
}

function writeCode(text: string): readonly string[] {
  const runs = Array.from(text.matchAll(/`+/gu), ([run]) => run.length)
  const longest = runs.reduce((most, length) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return [fence, ...text.split('\n'), fence]
}

function writeList(list: HtmlElement): readonly string[] {
  const items = list.children.filter((child) => typeof child !== 'string')
  return items.flatMap((item, index) => {
    const kind = item.attributes.get('data-list') ?? (list.tag === 'ol' ? 'ordered' : 'bullet')
    const marker = kind === 'ordered' ? `${index + 1}. ` : '- '
    const box = kind === 'checked' ? '[x] ' : kind === 'unchecked' ? '[ ] ' : ''
    const nested = item.children.filter((child) => typeof child !== 'string' && isList(child))
    const words = item.children.filter((child) => typeof child === 'string' || !isList(child))
    const below = nested.flatMap((inner) => (typeof inner === 'string' ? [] : writeList(inner)))
    const first = `${marker}${box}${escapeStart(writeInline(words))}`
    return [first, ...below.map((line) => `${' '.repeat(marker.length)}${line}`)]
  })
}
