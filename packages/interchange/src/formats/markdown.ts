import { escapeHtml, isLayout, type NodeStatus, toPlainText } from '@espalier/domain'
import { type HtmlElement, type HtmlNode, isBlock, parseHtml } from '../markup/html-parser.ts'
import { htmlToLines, readInlineText, serializeHtml, unwrapParagraph } from '../markup/html-text.ts'
import { type Passage, readMarkdownOutline } from '../markup/markdown-outline.ts'
import { type LinkDefinitions, readBody, readInline } from '../markup/markdown-text.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import {
  buildParentIndex,
  type InterchangeNode,
  type InterchangeProject,
  nameLinkTargets,
  type ParentIndex,
  type ReadOptions,
} from '../model/project.ts'
import { appendAll, cleanStoredText } from '../model/text.ts'
import { checkbox, checkedStatus } from '../outline/read-outline.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './draft-node.ts'

const espalierComment = /^<!-- espalier(?: layout=(\S+))? -->$/u
const inProgress = /\(in progress\)$/iu
const anchor = /(?:^|\s)\^(n\d+)$/u
const seeAlsoLine = /^See also: (\[.*\]\(#\^n\d+\))$/u
const anchorLink = /\]\(#\^(n\d+)\)/gu

/** Headings and nested lists become nodes, indented text below them their description. */
export const readMarkdown = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const lines = cleanStoredText(decodeText(given)).split(/\r\n?|\n/u)
    const own = espalierComment.exec(lines[0]?.trim() ?? '')
    const { before, tops, definitions } = readMarkdownOutline(own === null ? lines : lines.slice(1))
    const links: PassageLinks = { named: new Map(), wanted: [], definitions }
    const [first] = tops
    const isTitled = tops.length === 1 && first?.level === 1 && before.length === 0
    const below = isTitled ? first.children : tops
    if (own === null && tops.length === 0) throw new ImportError('nothing-inside', importDetailTexts.noHeadings)
    const roots =
      own === null && isTitled && below.length === 0
        ? tops.map((top) => draftPassageTree(top, links))
        : below.map((top) => draftPassageTree(top, links))
    for (const { from, names } of links.wanted)
      appendAll(
        from.extraParents,
        names.flatMap((name) => links.named.get(name) ?? []),
      )
    const title = isTitled ? toPlainText(serializeHtml(readInline(first.words, definitions))) : ''
    const layout = own?.[1] ?? ''
    const header = {
      title,
      body: readBody(isTitled ? first.body : before, definitions),
      layout: isLayout(layout) ? layout : undefined,
    }
    return buildProject(header, own === null ? joinUnderOneRoot(title, roots, options) : roots, options)
  })

interface PassageLinks {
  readonly named: Map<string, DraftNode>
  readonly wanted: { readonly from: DraftNode; readonly names: readonly string[] }[]
  readonly definitions: LinkDefinitions
}

function draftPassageTree(top: Passage, links: PassageLinks): DraftNode {
  const roots: DraftNode[] = []
  const waiting = [{ passage: top, into: roots }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const made = draftPassage(next.passage, links)
    next.into.push(made)
    for (const passage of next.passage.children.toReversed()) waiting.push({ passage, into: made.children })
  }
  return roots[0] ?? draftNode()
}

function draftPassage({ words, body }: Passage, links: PassageLinks): DraftNode {
  const box = checkbox.exec(words)
  let text = words.slice(box?.[0].length ?? 0).trimEnd()
  const isInProgress = box === null && inProgress.test(text)
  if (isInProgress) text = text.replace(inProgress, '')
  const name = anchor.exec(text)?.[1]
  if (name !== undefined) text = text.replace(anchor, '')
  const others = body.flatMap((line) => seeAlsoLine.exec(line.trim())?.[1] ?? [])
  const made = draftNode({
    title: serializeHtml(readInline(text.trim(), links.definitions)),
    body: readBody(
      body.filter((line) => !seeAlsoLine.test(line.trim())),
      links.definitions,
    ),
    status: isInProgress ? 'progress' : (checkedStatus[box?.[1] ?? ''] ?? 'todo'),
  })
  if (name !== undefined && !links.named.has(name)) links.named.set(name, made)
  const names = others.flatMap((line) => Array.from(line.matchAll(anchorLink), ([, target = '']) => target))
  if (names.length > 0) links.wanted.push({ from: made, names })
  return made
}

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
const writeInline = (nodes: readonly HtmlNode[]): string =>
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

const escapeInline = (text: string): string =>
  text
    .replace(specialCharacters, '\\$&')
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/[ \t\r\n\f]+/gu, ' ')

const blockMarkStart =
  /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|([-=_])(?=(?:\s|\1)*$)|\d{1,9}(?=[.)](?:\s|$))|\u2022(?=\s|$))/u

/** Escapes a line that begins like a block mark. */
const escapeStart = (line: string): string =>
  line.replace(blockMarkStart, (sign) => (/^\d/u.test(sign) ? `${sign}\\` : `\\${sign}`))

/**
 * Writes the lines of a description. Paragraphs are plain; anything that could be read as nodes is quoted as a whole.
 */
function writeBody(html: string): readonly string[] {
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

const seeAlsoLabel = 'See also: '
const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ]', progress: '[/]', done: '[x]' }

/**
 * Writes the project as a heading and its nodes as one nested task list. A node with more parents names them below
 * itself.
 */
export function writeMarkdown(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const names = nameLinkTargets(family)
  const layout = project.layout === undefined ? '' : ` layout=${project.layout}`
  const lines = [`<!-- espalier${layout} -->`, `# ${escapeStart(writeInline([project.title]))}`, '']
  if (project.body !== '') appendAll(lines, [...writeBody(cleanStoredText(project.body)), ''])
  for (const { node, depth } of family.walk()) {
    const indent = '  '.repeat(depth)
    for (const [index, line] of writeNodeLines(node, family, names).entries()) {
      const lead = index === 0 ? indent : `${indent}  `
      lines.push(line === '' ? '' : `${lead}${line}`)
    }
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function writeNodeLines(
  node: InterchangeNode,
  family: ParentIndex,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const name = names.get(node.id)
  const title = writeTitle(node)
  const below: string[] = []
  if (node.body !== '') appendAll(below, ['', ...writeBody(cleanStoredText(node.body))])
  const others = family.extraParents(node)
  if (others.length > 0) below.push('', seeAlsoLabel + others.map((other) => writeNodeLink(other, names)).join(', '))
  if (below.length > 0) below.push('')
  const first = `- ${boxes[node.status]} ${title}${name === undefined ? '' : ` ^${name}`}`
  return [first.trimEnd(), ...below]
}

const writeTitle = (node: InterchangeNode): string =>
  escapeStart(writeInline(unwrapParagraph(parseHtml(cleanStoredText(node.title)).nodes)))

function writeNodeLink(node: InterchangeNode, names: ReadonlyMap<string, string>): string {
  const words = writeInline([htmlToLines(node.title).replaceAll('\n', ' ')])
  return `[${words}](#^${names.get(node.id)})`
}
