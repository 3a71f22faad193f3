/** The part of the Atlassian Document Format that we read and write. */
export interface AdfMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

export interface AdfNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly AdfNode[]
  readonly text?: string
  readonly marks?: readonly AdfMark[]
}

export interface AdfDocument extends AdfNode {
  readonly type: 'doc'
  readonly version: 1
  readonly content: readonly AdfNode[]
}

export const createAdfDocument = (content: readonly AdfNode[]): AdfDocument => ({ version: 1, type: 'doc', content })

export const createTextNode = (text: string, marks: readonly AdfMark[] = []): AdfNode =>
  marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }

export const createAdfNode = (type: string, content: readonly AdfNode[], attrs?: AdfNode['attrs']): AdfNode => ({
  type,
  ...(attrs !== undefined && { attrs }),
  ...(content.length > 0 && { content }),
})

const markOrder = ['link', 'strong', 'em', 'underline', 'strike', 'subsup', 'code']

/** Keeps each mark once, the later one first; code combines only with a link; the order is always the same. */
export function normalizeMarks(marks: readonly AdfMark[]): AdfMark[] {
  const byType = new Map(marks.map((mark) => [mark.type, mark]))
  const kept = byType.has('code') ? ['link', 'code'] : markOrder
  return kept.flatMap((type) => byType.get(type) ?? [])
}

const hasSameMarks = (left: readonly AdfMark[] = [], right: readonly AdfMark[] = []): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

/** Joins neighbors with the same marks and drops spaces at line edges and a final break, which show nothing. */
export function normalizeInline(nodes: readonly AdfNode[]): AdfNode[] {
  const merged: AdfNode[] = []
  for (const node of nodes) {
    const before = merged.at(-1)
    if (node.type === 'text' && before?.type === 'text' && hasSameMarks(node.marks, before.marks)) {
      merged[merged.length - 1] = createTextNode(`${before.text}${node.text}`, node.marks)
    } else merged.push(node)
  }
  return trimInline(merged)
}

function trimInline(nodes: readonly AdfNode[]): AdfNode[] {
  const texts = nodes.map((node, at) => {
    if (node.type !== 'text') return node
    let text = (node.text ?? '').replaceAll(/ +/g, ' ')
    const [before, after] = [nodes[at - 1], nodes[at + 1]]
    // One space between two texts is enough.
    if (before === undefined || before.type === 'hardBreak' || before.text?.endsWith(' ') === true) {
      text = text.replace(/^ /, '')
    }
    if (after === undefined || after.type === 'hardBreak') text = text.replace(/ $/, '')
    return createTextNode(text, node.marks)
  })
  const kept = texts.filter((node) => node.type !== 'text' || node.text !== '')
  if (kept.length < nodes.length || texts.some((node, at) => node.text !== nodes[at]?.text))
    return normalizeInline(kept)
  // All final breaks are dropped at once: one by one would take quadratic time for a text of nothing but breaks.
  const length = kept.findLastIndex(({ type }) => type !== 'hardBreak') + 1
  return length < kept.length ? normalizeInline(kept.slice(0, length)) : kept
}

export const isAdfList = (node: AdfNode | undefined): boolean =>
  node?.type === 'bulletList' || node?.type === 'orderedList' || node?.type === 'taskList'
