import { normalizeMarks, createTextNode, type AdfMark, type AdfNode } from '../adf.ts'
import { alignSequences, type AlignBudget } from './align.ts'
import { readInlineLines, type DescriptionLine } from './lines.ts'

/** A character, a run of spaces, a line break, or a node that we cannot write. */
interface Token {
  readonly text: string
  readonly marks: readonly AdfMark[]
  readonly node: AdfNode | null
}

/** Represents a line break among the tokens; no text of a description contains it. */
const breakText = '\u0000br'

const knownMarks = new Set(['link', 'strong', 'em', 'underline', 'strike', 'subsup', 'code'])
const isPlain = ({ type }: AdfNode): boolean => type === 'text' || type === 'hardBreak'

export const hasUnknownInline = ({ content = [] }: AdfNode): boolean => content.some((node) => !isPlain(node))

/** Whether rewriting the node loses nothing. */
const isWritable = (node: AdfNode): boolean =>
  isPlain(node) && (node.marks ?? []).every(({ type }) => knownMarks.has(type)) && node.attrs === undefined

/** Returns the text that represents an inline node of the tracker here. */
const shownText = (node: AdfNode): string =>
  readInlineLines([node], 'text')
    .map(({ text }) => text)
    .join('')

/**
 * Merges an edited line into its original content: unknown nodes and marks stay as long as their text is still there.
 * Null: such a node was changed in a way that cannot be distinguished from its removal.
 */
export function mergeInline(
  content: readonly AdfNode[],
  edited: readonly DescriptionLine[],
  budget: AlignBudget,
): AdfNode[] | null {
  if (content.every(isWritable)) {
    return edited.flatMap(({ content: line }, at) => (at === 0 ? line : [{ type: 'hardBreak' }, ...line]))
  }
  const shown = new Map(content.filter((node) => !isPlain(node)).map((node) => [node, shownText(node)]))
  const pattern = createPattern([...shown.values()])
  const before = content.flatMap((node): Token[] => {
    const text = shown.get(node)
    if (text !== undefined) return [{ text, marks: [], node }]
    if (node.type === 'hardBreak') return [{ text: breakText, marks: [], node }]
    return splitText(node, pattern)
  })
  const after = edited.flatMap(({ content: line }, at): Token[] => [
    ...(at === 0 ? [] : [{ text: breakText, marks: [], node: null }]),
    ...line.flatMap((node) => splitText(node, pattern)),
  ])
  return mergeTokens(before, after, budget)
}

function createPattern(shown: readonly string[]): RegExp {
  const literals = [...new Set(shown)].filter((text) => text !== '').toSorted((one, two) => two.length - one.length)
  const escaped = literals.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp([...escaped, String.raw`[ \t\r\n\f]+`, '.'].join('|'), 'gsu')
}

const splitText = ({ text = '', marks = [] }: AdfNode, pattern: RegExp): Token[] =>
  (text.match(pattern) ?? []).map((piece) => ({ text: piece, marks, node: null }))

const isBlank = (text: string): boolean => /^[ \t\r\n\f]+$/.test(text)
const isSameToken = (left: Token, right: Token): boolean =>
  left.text === right.text || (isBlank(left.text) && isBlank(right.text))

function mergeTokens(before: readonly Token[], after: readonly Token[], budget: AlignBudget): AdfNode[] | null {
  const partners = alignSequences(before, after, isSameToken, budget)
  const merged: AdfNode[] = []
  let [beforeAt, afterAt] = [0, 0]
  for (let at = 0; at <= before.length; at += 1) {
    const partner = at === before.length ? after.length : partners[at]
    if (partner === undefined || partner < 0) continue
    const added = after.slice(afterAt, partner)
    for (const { node, text } of before.slice(beforeAt, at)) {
      if (node === null || node.type === 'hardBreak') continue
      if (text === '') merged.push(node)
      else if (added.length > 0) return null
    }
    for (const { text, marks } of added) merged.push(createNode(text, marks))
    const [former, current] = [before[at], after[partner]]
    if (former !== undefined && current !== undefined)
      merged.push(former.node ?? createTextNode(former.text, mergeMarks(former.marks, current.marks)))
    beforeAt = at + 1
    afterAt = partner + 1
  }
  return joinTexts(merged)
}

const createNode = (text: string, marks: readonly AdfMark[]): AdfNode =>
  text === breakText ? { type: 'hardBreak' } : createTextNode(text, marks)

/** Unknown marks, such as a color, stay on their text. */
function mergeMarks(former: readonly AdfMark[], current: readonly AdfMark[]): readonly AdfMark[] {
  if (former.length === 0 && current.length === 0) return former
  const known = normalizeMarks(former.filter(({ type }) => knownMarks.has(type)))
  if (JSON.stringify(known) === JSON.stringify(current)) return former
  const isCode = current.some(({ type }) => type === 'code')
  return [...current, ...(isCode ? [] : former.filter(({ type }) => !knownMarks.has(type)))]
}

function joinTexts(nodes: readonly AdfNode[]): AdfNode[] {
  const joined: AdfNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    const isText = node.type === 'text' && last?.type === 'text'
    const isSameText =
      isText && (node.marks === last.marks || JSON.stringify(node.marks) === JSON.stringify(last.marks))
    if (isSameText) joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else joined.push(node)
  }
  return joined
}
