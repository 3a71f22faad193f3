import { escapeHtml } from '../rich-text/entities.ts'
import type { NodeStatus } from '../status/node-status.ts'
import { breakdownLimits } from './breakdown-limits.ts'
import { type DescriptionLine, readDescriptionLines } from './read-lines.ts'

/** A child that a description is split into. */
export interface OutlineChild {
  /** Text, not HTML. */
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly status: NodeStatus
}

/**
 * The children that lie in a node's description: the items of its lists, else its headings, else its sentences.
 * Nothing is made up: every word is the description's own.
 */
export function splitOutline(html: string): readonly OutlineChild[] {
  const lines = readDescriptionLines(html)
  const has = (kind: DescriptionLine['kind']): boolean => lines.some((line) => line.kind === kind)
  const children = has('item') ? splitByItems(lines) : has('heading') ? splitByHeadings(lines) : splitBySentences(lines)
  return children.slice(0, breakdownLimits.outlineChildren)
}

/** What lies in lists inside of an item is that child's description. */
function splitByItems(lines: readonly DescriptionLine[]): readonly OutlineChild[] {
  const items = lines.filter(({ kind }) => kind === 'item')
  const outermost = Math.min(...items.map(({ depth }) => depth))
  return groupUnderChildren(
    items,
    ({ depth }) => depth === outermost,
    (below) => (below.length === 0 ? '' : `<ul>${below.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`),
  )
}

/** What stands before the first heading introduces them all, and is no child. */
const splitByHeadings = (lines: readonly DescriptionLine[]): readonly OutlineChild[] =>
  groupUnderChildren(
    lines,
    ({ kind }) => kind === 'heading',
    (below) => below.map(toParagraph).join(''),
  )

function groupUnderChildren(
  lines: readonly DescriptionLine[],
  isChild: (line: DescriptionLine) => boolean,
  bodyOf: (below: readonly string[]) => string,
): readonly OutlineChild[] {
  const found: { readonly line: DescriptionLine; readonly below: string[] }[] = []
  for (const line of lines) {
    if (isChild(line)) found.push({ line, below: [] })
    else found.at(-1)?.below.push(line.text)
  }
  return found.map(({ line, below }) => toOutlineChild(line.text, bodyOf(below), line.status))
}

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const splitBySentences = (lines: readonly DescriptionLine[]): readonly OutlineChild[] =>
  lines.flatMap(({ text }) =>
    [...sentenceSegmenter.segment(text)].map(({ segment }) => toOutlineChild(segment.trim(), '', 'todo')).filter(({ title }) => title),
  )

const toParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** A text that is too long for a title is there whole in the description. */
function toOutlineChild(text: string, body: string, status: NodeStatus): OutlineChild {
  const title = cutTitle(text)
  return { title, body: title === text ? body : toParagraph(text) + body, status }
}

/** At most as many characters as a title may have, cut between words where there are any. */
export function cutTitle(text: string): string {
  const most = breakdownLimits.titleCharacters
  const characters = [...text]
  if (characters.length <= most) return text
  const kept = characters.slice(0, most - 1).join('')
  const lastSpace = kept.lastIndexOf(' ')
  return `${(lastSpace > most / 2 ? kept.slice(0, lastSpace) : kept).trimEnd()}\u2026`
}
