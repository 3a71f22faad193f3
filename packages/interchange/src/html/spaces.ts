import { type HtmlElement, type HtmlNode, isBlock } from './parse-html.ts'

/** As a browser shows it: runs of blanks are one, and none stands at the edges of a block. Programs indent what they write. */
export function collapseIndents(nodes: readonly HtmlNode[]): HtmlNode[] {
  const kept = nodes.flatMap<HtmlNode>((node) => {
    if (typeof node === 'string') return node.replace(/[ \t\r\n\f]+/gu, ' ')
    if (node.tag === 'pre') return node
    const children = collapseIndents(node.children)
    return { ...node, children: isBlock(node.tag) ? trimEdges(children) : children }
  })
  return kept.filter((node, index) => node !== ' ' || (!isEdge(kept[index - 1]) && !isEdge(kept[index + 1])))
}

const isEdge = (node: HtmlNode | undefined): boolean =>
  node !== undefined && typeof node !== 'string' && (isBlock(node.tag) || node.tag === 'br')

function trimEdges(nodes: readonly HtmlNode[]): HtmlNode[] {
  const last = nodes.length - 1
  return nodes.flatMap((node, index) => {
    if (typeof node !== 'string') return node
    const begun = index === 0 ? node.trimStart() : node
    const ended = index === last ? begun.trimEnd() : begun
    return ended === '' ? [] : ended
  })
}

const isParagraph = (node: HtmlNode | undefined): node is HtmlElement => typeof node === 'object' && node.tag === 'p'

/** A title is a line, not a paragraph. */
export function unwrapParagraph(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only] = nodes
  return nodes.length === 1 && isParagraph(only) ? only.children : nodes
}
