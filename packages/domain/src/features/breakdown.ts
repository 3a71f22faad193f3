import { defineTexts } from '../core/texts.ts'
import type { NodeStatus } from '../node/status.ts'
import { escapeHtml } from '../text/html.ts'
import { toPlainText } from '../text/plain-text.ts'

/** Breakdown limits are separate so that a page does not load them. */
export const breakdownLimits = {
  /** The most ideas one answer may bring. */
  ideas: 8,
  /** A description is the person's own text, so it may be split into more. */
  outlineChildren: 100,
  titleCharacters: 120,
  descriptionCharacters: 500,
  /** The limits of what is sent to the service: in all, and of the node's own description. */
  questionCharacters: 8_000,
  describedCharacters: 2_000,
  perPersonAndDay: 20,
  dayMs: 86_400_000,
  answerMs: 30_000,
  answerTokens: 1_000,
  answerCharacters: 100_000,
} as const

export const breakdownTexts = defineTexts('domain.breakdown', {
  ai: 'AI Breakdown',
  outline: 'Split description into child nodes',
  empty: 'Write a description first: it is split into child nodes',
  hasChildren: 'Only a node without children can be broken down',
  running: 'This node is already being broken down: wait until it is finished',
  off: 'Breakdown is switched off on this server',
})

/** One line of a description as a person reads it. */
interface DescriptionLine {
  readonly kind: 'heading' | 'item' | 'text'
  readonly text: string
  /** The number of enclosing lists; 0 outside lists. */
  readonly depth: number
  readonly status: NodeStatus
}

type LineKind = DescriptionLine['kind']

const tagPattern = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/giu
const headingTag = /^h[1-6]$/u
const paragraphTags: ReadonlySet<string> = new Set(['p', 'div', 'blockquote', 'pre'])
const listTags: ReadonlySet<string> = new Set(['ul', 'ol', 'li'])

const isBlockTag = (name: string): boolean => paragraphTags.has(name) || listTags.has(name) || headingTag.test(name)

/**
 * Reads the lines of a description. Lists and headings may be the editor's, or typed as text: '- [x] done', '#
 * heading'.
 */
function readDescriptionLines(html: string): readonly DescriptionLine[] {
  const lines: DescriptionLine[] = []
  let kind: LineKind = 'text'
  let status: NodeStatus = 'todo'
  let depth = 0
  let piece = ''
  const end = (): void => {
    for (const text of piece.split('\n').map(toPlainText)) {
      if (text !== '') lines.push(readTypedMarks({ kind, text, depth: kind === 'item' ? depth : 0, status }))
    }
    piece = ''
  }
  let at = 0
  for (const found of html.matchAll(tagPattern)) {
    const [whole, slash, given = '', attributes = ''] = found
    const name = given.toLowerCase()
    piece += html.slice(at, found.index)
    at = found.index + whole.length
    // A line break inside an item does not end the item.
    if (name === 'br' || (depth > 0 && paragraphTags.has(name))) piece += depth > 0 ? ' ' : '\n'
    else if (!isBlockTag(name)) piece += whole
    else {
      end()
      const isOpening = slash === ''
      if (name === 'ul' || name === 'ol') depth = Math.max(0, depth + (isOpening ? 1 : -1))
      if (name === 'li') status = isOpening && /data-list="checked"/iu.test(attributes) ? 'done' : 'todo'
      kind = headingTag.test(name) && isOpening ? 'heading' : depth > 0 ? 'item' : 'text'
    }
  }
  piece += html.slice(at)
  end()
  return lines
}

const typedHeading = /^#{1,6}\s+(?<rest>\S.*)$/u
const typedItem = /^(?:[-*+\u2022\u2013]|\d{1,3}[.)])\s+(?<rest>\S.*)$/u
const typedBox = /^\[(?<mark>[ xX/]?)\]\s*(?<rest>\S.*)$/u

function readTypedMarks(line: DescriptionLine): DescriptionLine {
  if (line.kind === 'heading') return line
  const title = line.kind === 'text' ? typedHeading.exec(line.text)?.groups?.['rest'] : undefined
  if (title !== undefined) return { ...line, kind: 'heading', text: title }
  const item = line.kind === 'text' ? typedItem.exec(line.text)?.groups?.['rest'] : undefined
  const box = typedBox.exec(item ?? line.text)?.groups
  if (item === undefined && box === undefined) return line
  const depth = Math.max(1, line.depth)
  const text = box?.['rest'] ?? item ?? line.text
  return { kind: 'item', text, depth, status: box === undefined ? line.status : readCheckboxStatus(box['mark'] ?? '') }
}

const readCheckboxStatus = (mark: string): NodeStatus =>
  mark === '/' ? 'progress' : mark.trim() === '' ? 'todo' : 'done'

/** A child that a description is split into. */
interface OutlineChild {
  /** Plain text, not HTML. */
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly status: NodeStatus
}

/**
 * Finds the children in a node's description: the items of its lists, else its headings, else its sentences. It invents
 * nothing: every word is the description's own.
 */
export function splitOutline(html: string): readonly OutlineChild[] {
  const lines = readDescriptionLines(html)
  const has = (kind: DescriptionLine['kind']): boolean => lines.some((line) => line.kind === kind)
  const children = has('item') ? splitByItems(lines) : has('heading') ? splitByHeadings(lines) : splitBySentences(lines)
  return children.slice(0, breakdownLimits.outlineChildren)
}

/** Lists inside an item become that child's description. */
function splitByItems(lines: readonly DescriptionLine[]): readonly OutlineChild[] {
  const items = lines.filter(({ kind }) => kind === 'item')
  const outermost = Math.min(...items.map(({ depth }) => depth))
  return groupUnderChildren(
    items,
    ({ depth }) => depth === outermost,
    (below) => (below.length === 0 ? '' : `<ul>${below.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`),
  )
}

/** Text before the first heading introduces them all and is no child. */
const splitByHeadings = (lines: readonly DescriptionLine[]): readonly OutlineChild[] =>
  groupUnderChildren(
    lines,
    ({ kind }) => kind === 'heading',
    (below) => below.map(toParagraph).join(''),
  )

function groupUnderChildren(
  lines: readonly DescriptionLine[],
  isChild: (line: DescriptionLine) => boolean,
  buildBody: (below: readonly string[]) => string,
): readonly OutlineChild[] {
  const found: { readonly line: DescriptionLine; readonly below: string[] }[] = []
  for (const line of lines) {
    if (isChild(line)) found.push({ line, below: [] })
    else found.at(-1)?.below.push(line.text)
  }
  return found.map(({ line, below }) => toOutlineChild(line.text, buildBody(below), line.status))
}

let segmenter: Intl.Segmenter | undefined
/** The first segmenter takes a fiftieth of the server's start, so it is created on demand. */
const segmentSentences = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })).segment(text)

const splitBySentences = (lines: readonly DescriptionLine[]): readonly OutlineChild[] =>
  lines.flatMap(({ text }) =>
    [...segmentSentences(text)]
      .map(({ segment }) => toOutlineChild(segment.trim(), '', 'todo'))
      .filter(({ title }) => title),
  )

const toParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** A text that is too long for a title is kept whole in the description. */
function toOutlineChild(text: string, body: string, status: NodeStatus): OutlineChild {
  const title = cutTitle(text)
  return { title, body: title === text ? body : toParagraph(text) + body, status }
}

/** Cuts a text to the length of a title, between words if possible. */
export function cutTitle(text: string): string {
  const most = breakdownLimits.titleCharacters
  const characters = [...text]
  if (characters.length <= most) return text
  const shortened = characters.slice(0, most - 1).join('')
  const lastSpace = shortened.lastIndexOf(' ')
  return `${(lastSpace > most / 2 ? shortened.slice(0, lastSpace) : shortened).trimEnd()}\u2026`
}
