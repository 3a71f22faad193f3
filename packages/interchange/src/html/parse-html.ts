import { filterAllowedClasses, decodeEntities, isAllowedAttribute, richTextRules } from '@espalier/domain'
import { type HtmlTag, readTags } from './html-tags.ts'

export interface HtmlElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: HtmlNode[]
}
export type HtmlNode = HtmlElement | string

export interface ParsedHtml {
  readonly nodes: readonly HtmlNode[]
  /** Whether nothing had to be left out, closed or renamed. */
  readonly isSound: boolean
}

const allowed: ReadonlySet<string> = new Set(richTextRules.tags)
const dropped: ReadonlySet<string> = new Set([...richTextRules.dropped, 'head'])
const sentences: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'pre'])
const lists: ReadonlySet<string> = new Set(['ol', 'ul'])
const blocks: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'pre', 'ol', 'ul', 'li', 'blockquote'])
export const isBlock = (tag: string): boolean => blocks.has(tag)

/** What strangers write for what we have. */
const renamed: ReadonlyMap<string, string> = new Map([
  ...['div', 'tr', 'dt', 'dd', 'section', 'article'].map((tag) => [tag, 'p'] as const),
  ...['h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h2'] as const),
  ...['strike', 'del'].map((tag) => [tag, 's'] as const),
  ['ins', 'u'],
  ['tt', 'code'],
])
const deepest = 100

/** Only what the list of allowed tags keeps, well nested. One pass, O(length). */
export function parseHtml(html: string): ParsedHtml {
  const nodes: HtmlNode[] = []
  const open: HtmlElement[] = []
  let isSound = true
  const into = () => open.at(-1)?.children ?? nodes
  const close = (until: HtmlElement) => {
    isSound &&= open.at(-1) === until
    while (open.length > 0 && open.pop() !== until);
  }
  for (const piece of readTags(html, dropped)) {
    if (typeof piece === 'string') {
      into().push(decodeEntities(piece))
      continue
    }
    const tag = renamed.get(piece.name) ?? piece.name
    isSound &&= piece.isPlain && tag === piece.name && allowed.has(tag)
    if (!allowed.has(tag)) {
      if (piece.isClosing && (piece.name === 'td' || piece.name === 'th')) into().push(' ')
    } else if (piece.isClosing) {
      const opened = open.findLast((element) => element.tag === tag)
      if (opened === undefined) isSound = false
      else close(opened)
    } else {
      // One after the other: an item ends the sentence before it, and then the item that held the sentence.
      for (let crowded = crowdedBy(tag, open); crowded !== undefined; crowded = crowdedBy(tag, open)) {
        close(crowded)
        isSound = false
      }
      isSound &&= open.length < deepest
      const element: HtmlElement = { tag, attributes: filterAttributes(tag, piece), children: [] }
      isSound &&= isSaidAlike(element, piece)
      into().push(element)
      if (tag !== 'br' && open.length < deepest) open.push(element)
    }
  }
  return { nodes, isSound: isSound && open.length === 0 }
}

/** The open element that a new block ends: a sentence, or the item before it in the same list. */
function crowdedBy(tag: string, open: readonly HtmlElement[]): HtmlElement | undefined {
  if (!blocks.has(tag)) return undefined
  for (const element of open.toReversed()) {
    if (sentences.has(element.tag)) return element
    if (tag === 'li' && element.tag === 'li') return element
    if (lists.has(element.tag) || blocks.has(element.tag)) return undefined
  }
  return undefined
}

const isSaidAlike = ({ attributes }: HtmlElement, tag: HtmlTag): boolean =>
  attributes.size === tag.attributes.length && tag.attributes.every(([name, value]) => attributes.get(name) === value)

function filterAttributes(tag: string, { attributes }: HtmlTag): ReadonlyMap<string, string> {
  const kept = new Map<string, string>()
  for (const [name, value] of attributes) {
    const given = name === 'class' ? filterAllowedClasses(value) : value
    if (!kept.has(name) && name !== 'rel' && isAllowedAttribute(tag, name, given)) kept.set(name, given)
  }
  if (kept.has('href')) kept.set('rel', richTextRules.rel)
  return kept
}
