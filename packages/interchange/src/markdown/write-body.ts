import { readInlineText } from '../html/lines.ts'
import { type HtmlElement, type HtmlNode, isBlock, parseHtml } from '../html/parse-html.ts'
import { escapeStart, writeInline } from './write-inline.ts'

/** The lines of a description. Paragraphs stand by themselves; what could be taken for nodes is quoted as a whole. */
export function writeBody(html: string): readonly string[] {
  const blocks = toBlocks(parseHtml(html).nodes)
  const isSimple = blocks.every(({ tag }) => tag === 'p')
  const lines = writeBlocks(blocks)
  return isSimple ? lines : lines.map((line) => (line === '' ? '>' : `> ${line}`))
}

/** Blocks alone: words between them are paragraphs. */
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
