import { escapeHtml, isLayout, type NodeStatus, noDefinitions, toPlainText } from '@espalier/domain'
import { type HtmlElement, type HtmlNode, isBlock, parseHtml } from '../markup/html-parser.ts'
import { htmlToLines, readInlineText, serializeHtml, unwrapParagraph } from '../markup/html-text.ts'
import { type Passage, readMarkdownOutline } from '../markup/markdown-outline.ts'
import { type LinkDefinitions, readBody, readInline } from '../markup/markdown-text.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import {
  buildParentIndex,
  type FileDefinitions,
  type InterchangeNode,
  type InterchangeProject,
  nameLinkTargets,
  type ParentIndex,
  type ReadOptions,
} from '../model/project.ts'
import { appendAll, cleanStoredText } from '../model/text.ts'
import { checkbox, checkedStatus } from '../outline/read-outline.ts'
import { readFileLists, writeFileLists } from '../planning/file-lists.ts'
import { createPeopleSearch, foldName } from '../planning/people.ts'
import { createPlanningWriter, nameBlockers } from '../planning/planning-words.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './draft-node.ts'
import { escapeLastToken, readTokens, type TokenRules, writeTokens } from './markdown-tokens.ts'

const espalierComment = /^<!-- espalier(?: layout=(\S+))? -->$/u
const listsComment = /^<!-- espalier-lists (\{.*\}) -->$/u
const inProgress = /\(in progress\)$/iu
const anchor = /(?:^|\s)\^(n\d+)$/u
const mark = /^\^n\d+$/u
const seeAlsoLine = /^See also: (\[.*\]\(#\^n\d+\))$/u
const anchorLink = /\]\(#\^(n\d+)\)/gu

/** Headings and nested lists become nodes, indented text below them their description. */
export const readMarkdown = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const lines = cleanStoredText(decodeText(given)).split(/\r\n?|\n/u)
    const own = espalierComment.exec(lines[0]?.trim() ?? '')
    const listsText = own === null ? undefined : listsComment.exec(lines[1]?.trim() ?? '')?.[1]
    const lists = readFileLists(listsText)
    const outline = own === null ? lines : lines.slice(listsText === undefined ? 1 : 2)
    const { before, tops, definitions } = readMarkdownOutline(outline)
    const tokenRules = createTokenRules(own !== null, own === null ? (options.lists ?? {}) : lists, options)
    const titles = own === null ? listPassageTitles(tops, tokenRules) : new Set<string>()
    const links: PassageLinks = {
      named: new Map(),
      wanted: [],
      blocked: [],
      definitions,
      tokenRules: { ...tokenRules, isTitle: (word) => titles.has(foldName(word)) },
    }
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
    for (const { draft, names } of links.blocked)
      appendAll(
        draft.blockers,
        names.flatMap((name) => links.named.get(name) ?? []),
      )
    const title = isTitled ? toPlainText(serializeHtml(readInline(first.words, definitions))) : ''
    const layout = own?.[1] ?? ''
    const header = {
      title,
      body: readBody(isTitled ? first.body : before, definitions),
      layout: isLayout(layout) ? layout : undefined,
      lists,
    }
    return buildProject(header, own === null ? joinUnderOneRoot(title, roots, options) : roots, options)
  })

interface PassageLinks {
  readonly named: Map<string, DraftNode>
  readonly wanted: { readonly from: DraftNode; readonly names: readonly string[] }[]
  /** Nodes that wait for marked ones. */
  readonly blocked: { readonly draft: DraftNode; readonly names: readonly string[] }[]
  readonly definitions: LinkDefinitions
  readonly tokenRules: TokenRules
}

/** Lists what the nodes of a foreign file are called, which `after:title` may name. */
function listPassageTitles(tops: readonly Passage[], rules: TokenRules): ReadonlySet<string> {
  const titles = new Set<string>()
  const waiting = [...tops]
  for (let passage = waiting.pop(); passage !== undefined; passage = waiting.pop()) {
    const words = passage.words.replace(checkbox, '')
    const end = words.toLowerCase().indexOf(' after:')
    titles.add(foldName(readTokens(end < 0 ? words : words.slice(0, end), rules).text))
    appendAll(waiting, passage.children)
  }
  return titles
}

function createTokenRules(
  isOwn: boolean,
  { fieldDefinitions = [], stages = [] }: FileDefinitions,
  { people = [] }: Pick<ReadOptions, 'people'> = {},
): TokenRules {
  const findPerson = createPeopleSearch(people)
  return {
    isOwn,
    fieldNames: new Set(fieldDefinitions.map(({ name }) => foldName(name))),
    stageNames: new Set(stages.map(({ name }) => foldName(name))),
    isPerson: (word) => findPerson(word) !== undefined,
    isTitle: () => false,
  }
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
  const tokens = readTokens(text, links.tokenRules)
  const after = tokens.words?.after ?? []
  const titles = after.filter((word) => !mark.test(word))
  const others = body.flatMap((line) => seeAlsoLine.exec(line.trim())?.[1] ?? [])
  const made = draftNode({
    title: serializeHtml(readInline(tokens.text.trim(), links.definitions)),
    planning: tokens.words && { ...tokens.words, after: titles.length > 0 ? titles : undefined },
    body: readBody(
      body.filter((line) => !seeAlsoLine.test(line.trim())),
      links.definitions,
    ),
    status: isInProgress ? 'progress' : (checkedStatus[box?.[1] ?? ''] ?? 'todo'),
  })
  if (name !== undefined && !links.named.has(name)) links.named.set(name, made)
  const marks = after.filter((word) => mark.test(word)).map((word) => word.slice(1))
  if (marks.length > 0) links.blocked.push({ draft: made, names: marks })
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
  const { names, listBlockers } = nameBlockers(project, nameLinkTargets(family))
  const layout = project.layout === undefined ? '' : ` layout=${project.layout}`
  const lists = writeFileLists(project)
  const writePlanning = createPlanningWriter(project)
  const writing: NodeWriting = {
    family,
    names,
    tokenRules: createTokenRules(true, project),
    writeNodeTokens: (node) =>
      writeTokens(
        { ...writePlanning(node), after: listBlockers(node) },
        project.estimateUnit ?? noDefinitions.estimateUnit,
      ),
  }
  const lines = [
    `<!-- espalier${layout} -->`,
    // A comment ends at its first closing sign, wherever that is.
    ...(lists === undefined ? [] : [`<!-- espalier-lists ${lists.replaceAll('>', '\\u003e')} -->`]),
    `# ${escapeStart(writeInline([project.title]))}`,
    '',
  ]
  if (project.body !== '') appendAll(lines, [...writeBody(cleanStoredText(project.body)), ''])
  for (const { node, depth } of family.walk()) {
    const indent = '  '.repeat(depth)
    for (const [index, line] of writeNodeLines(node, writing).entries()) {
      const lead = index === 0 ? indent : `${indent}  `
      lines.push(line === '' ? '' : `${lead}${line}`)
    }
  }
  return `${lines.join('\n').trimEnd()}\n`
}

interface NodeWriting {
  readonly family: ParentIndex
  readonly names: ReadonlyMap<string, string>
  readonly tokenRules: TokenRules
  writeNodeTokens(node: InterchangeNode): readonly string[]
}

function writeNodeLines(
  node: InterchangeNode,
  { family, names, tokenRules, writeNodeTokens }: NodeWriting,
): readonly string[] {
  const name = names.get(node.id)
  const below: string[] = []
  if (node.body !== '') appendAll(below, ['', ...writeBody(cleanStoredText(node.body))])
  const others = family.extraParents(node)
  if (others.length > 0) below.push('', seeAlsoLabel + others.map((other) => writeNodeLink(other, names)).join(', '))
  if (below.length > 0) below.push('')
  const ending = [...writeNodeTokens(node).map(cleanStoredText), ...(name === undefined ? [] : [`^${name}`])]
  const first = [`- ${boxes[node.status]}`, writeTitle(node, tokenRules), ...ending].join(' ')
  return [first.trimEnd(), ...below]
}

function writeTitle(node: InterchangeNode, tokenRules: TokenRules): string {
  const nodes = unwrapParagraph(parseHtml(cleanStoredText(node.title)).nodes)
  const isPlain = nodes.every((part) => typeof part === 'string')
  return escapeLastToken(escapeStart(writeInline(nodes)), isPlain, tokenRules)
}

function writeNodeLink(node: InterchangeNode, names: ReadonlyMap<string, string>): string {
  const words = writeInline([htmlToLines(node.title).replaceAll('\n', ' ')])
  return `[${words}](#^${names.get(node.id)})`
}
