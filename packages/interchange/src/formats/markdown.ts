import { isLayout, type NodeStatus, noDefinitions, toPlainText } from '@espalier/domain'
import { parseHtml } from '../markup/html-parser.ts'
import { htmlToLines, serializeHtml, unwrapParagraph } from '../markup/html-text.ts'
import { type Passage, readMarkdownOutline } from '../markup/markdown-outline.ts'
import { type LinkDefinitions, readBody, readInline, readTitles } from '../markup/markdown-text.ts'
import { escapeStart, writeBody, writeInline } from '../markup/markdown-writing.ts'
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
/** The id of a node, or a conflict, in a file that is kept in step with a project. Nobody sees it in a rendered file. */
const hiddenNote =
  / ?(?<!\\)<!-- ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|conflict [a-zA-Z]+: "(?:[^"\\]|\\.)*") -->/gu
const hiddenNoteLine = new RegExp(`^\\s*${hiddenNote.source}\\s*$`, 'u')
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
    const links = createPassageLinks(definitions, { ...tokenRules, isTitle: (word) => titles.has(foldName(word)) })
    const [first] = tops
    const isTitled = tops.length === 1 && first?.level === 1 && before.length === 0
    const below = isTitled ? first.children : tops
    if (own === null && tops.length === 0) throw new ImportError('nothing-inside', importDetailTexts.noHeadings)
    const roots =
      own === null && isTitled && below.length === 0 ? draftPassages(tops, links) : draftPassages(below, links)
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

/** The relations between the passages of a file. */
export interface PassageLinks {
  readonly named: Map<string, DraftNode>
  readonly wanted: { readonly from: DraftNode; readonly names: readonly string[] }[]
  /** Nodes that wait for marked ones. */
  readonly blocked: { readonly draft: DraftNode; readonly names: readonly string[] }[]
  /** The titles, which are parsed together at the end. */
  readonly titles: { readonly draft: DraftNode; readonly text: string }[]
  readonly definitions: LinkDefinitions
  readonly tokenRules: TokenRules
}

export const createPassageLinks = (definitions: LinkDefinitions, tokenRules: TokenRules): PassageLinks => ({
  named: new Map(),
  wanted: [],
  blocked: [],
  titles: [],
  definitions,
  tokenRules,
})

/** Turns passages into nodes, with the parents and blockers that they name by marks. */
export function draftPassages(tops: readonly Passage[], links: PassageLinks): readonly DraftNode[] {
  const roots = tops.map((top) => draftPassageTree(top, links))
  const texts = links.titles.map(({ text }) => text)
  for (const [at, title] of readTitles(texts, links.definitions).entries()) {
    const waiting = links.titles[at]
    if (waiting !== undefined) waiting.draft.title = serializeHtml(title)
  }
  const findNamed = (names: readonly string[]) => names.flatMap((name) => links.named.get(name) ?? [])
  for (const { from, names } of links.wanted) appendAll(from.extraParents, findNamed(names))
  for (const { draft, names } of links.blocked) appendAll(draft.blockers, findNamed(names))
  return roots
}

/** Lists what the nodes of a file are called, which `after:title` may name. */
export function listPassageTitles(tops: readonly Passage[], rules: TokenRules): ReadonlySet<string> {
  const titles = new Set<string>()
  const waiting = [...tops]
  for (let passage = waiting.pop(); passage !== undefined; passage = waiting.pop()) {
    const words = passage.words.replace(checkbox, '').replaceAll(hiddenNote, '')
    const end = words.toLowerCase().indexOf(' after:')
    titles.add(foldName(readTokens(end < 0 ? words : words.slice(0, end), rules).text))
    appendAll(waiting, passage.children)
  }
  return titles
}

export function createTokenRules(
  isOwn: boolean,
  { fieldDefinitions = [], stages = [] }: FileDefinitions,
  { people = [] }: Pick<ReadOptions, 'people'> = {},
): TokenRules {
  const findPerson = createPeopleSearch(people)
  return {
    isOwn,
    isKnownOnly: !isOwn,
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

function draftPassage({ words: written, body: lines }: Passage, links: PassageLinks): DraftNode {
  const notes = Array.from(written.matchAll(hiddenNote), ([, note = '']) => note)
  const words = notes.length === 0 ? written : written.replaceAll(hiddenNote, '')
  const body = lines.filter((line) => {
    const note = hiddenNoteLine.exec(line)?.[1]
    if (note !== undefined) notes.push(note)
    return note === undefined
  })
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
    planning: tokens.words && { ...tokens.words, after: titles.length > 0 ? titles : undefined },
    body: readBody(
      body.filter((line) => !seeAlsoLine.test(line.trim())),
      links.definitions,
    ),
    status: isInProgress ? 'progress' : (checkedStatus[box?.[1] ?? ''] ?? 'todo'),
  })
  links.titles.push({ draft: made, text: tokens.text.trim() })
  if (notes.length > 0) Object.assign(made, { notes })
  if (name !== undefined && !links.named.has(name)) links.named.set(name, made)
  const marks = after.filter((word) => mark.test(word)).map((word) => word.slice(1))
  if (marks.length > 0) links.blocked.push({ draft: made, names: marks })
  const names = others.flatMap((line) => Array.from(line.matchAll(anchorLink), ([, target = '']) => target))
  if (names.length > 0) links.wanted.push({ from: made, names })
  return made
}

const seeAlsoLabel = 'See also: '
const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ]', progress: '[/]', done: '[x]' }

/**
 * Writes the project as a heading and its nodes as one nested task list. A node with more parents names them below
 * itself.
 */
export function writeMarkdown(project: InterchangeProject): string {
  const layout = project.layout === undefined ? '' : ` layout=${project.layout}`
  const lists = writeFileLists(project)
  const lines = [
    `<!-- espalier${layout} -->`,
    // A comment ends at its first closing sign, wherever that is.
    ...(lists === undefined ? [] : [`<!-- espalier-lists ${lists.replaceAll('>', '\\u003e')} -->`]),
    `# ${escapeStart(writeInline([project.title]))}`,
    '',
  ]
  if (project.body !== '') appendAll(lines, [...writeBody(cleanStoredText(project.body)), ''])
  appendAll(lines, writeNodeList(project, createTokenRules(true, project)))
  return `${lines.join('\n').trimEnd()}\n`
}

/** Writes the nodes as one nested list. `listNotes` returns comments that belong to a node. */
export function writeNodeList(
  project: InterchangeProject,
  tokenRules: TokenRules,
  listNotes: (node: InterchangeNode) => readonly string[] = () => [],
): readonly string[] {
  const family = buildParentIndex(project)
  const { names, listBlockers } = nameBlockers(project, nameLinkTargets(family))
  const writePlanning = createPlanningWriter(project)
  const writing: NodeWriting = {
    family,
    names,
    tokenRules,
    listNotes,
    writeNodeTokens: (node) =>
      writeTokens(
        { ...writePlanning(node), after: listBlockers(node) },
        project.estimateUnit ?? noDefinitions.estimateUnit,
      ),
  }
  const lines: string[] = []
  for (const { node, depth } of family.walk()) {
    const indent = '  '.repeat(depth)
    for (const [index, line] of writeNodeLines(node, writing).entries()) {
      const lead = index === 0 ? indent : `${indent}  `
      lines.push(line === '' ? '' : `${lead}${line}`)
    }
  }
  return lines
}

interface NodeWriting {
  readonly family: ParentIndex
  readonly names: ReadonlyMap<string, string>
  readonly tokenRules: TokenRules
  writeNodeTokens(node: InterchangeNode): readonly string[]
  listNotes(node: InterchangeNode): readonly string[]
}

function writeNodeLines(
  node: InterchangeNode,
  { family, names, tokenRules, writeNodeTokens, listNotes }: NodeWriting,
): readonly string[] {
  const name = names.get(node.id)
  const below: string[] = []
  if (node.body !== '') appendAll(below, ['', ...writeBody(cleanStoredText(node.body))])
  const others = family.extraParents(node)
  if (others.length > 0) below.push('', seeAlsoLabel + others.map((other) => writeNodeLink(other, names)).join(', '))
  if (below.length > 0) below.push('')
  const ending = [...writeNodeTokens(node).map(cleanStoredText), ...(name === undefined ? [] : [`^${name}`])]
  const [note, ...notesBelow] = listNotes(node).map((text) => `<!-- ${text} -->`)
  const words = [
    `- ${boxes[node.status]}`,
    writeTitle(node, tokenRules),
    ...ending,
    ...(note === undefined ? [] : [note]),
  ]
  return [words.join(' ').trimEnd(), ...notesBelow, ...below]
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
