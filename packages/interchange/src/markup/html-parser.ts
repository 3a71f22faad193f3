import { decodeEntities, filterAllowedClasses, isAllowedAttribute, richTextRules } from '@espalier/domain'

interface HtmlTag {
  readonly name: string
  readonly isClosing: boolean
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Whether it is written as a serialiser writes it. */
  readonly isPlain: boolean
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>/iuy
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gu

/** Texts and tags in turn. What opens like a tag and is none is left out up to its end; dropped tags go with what they hold. */
function* readTags(html: string, dropped: ReadonlySet<string>): Iterable<string | HtmlTag> {
  let at = 0
  while (at < html.length) {
    const open = opening(html, at)
    if (open > at) yield html.slice(at, open)
    if (open === html.length) return
    at = open
    const found = matchAt(html, at)
    if (found === null) {
      yield odd
      at = behind(html, html.startsWith('<!--', at) ? '-->' : '>', at)
      continue
    }
    const read = tagFrom(found)
    at += found[0].length
    yield read
    if (dropped.has(read.name) && !read.isClosing) at = endOfContent(html, read.name, at)
  }
}

function opening(html: string, from: number): number {
  const sign = /<[a-z/!?]/giu
  sign.lastIndex = from
  return sign.exec(html)?.index ?? html.length
}

function matchAt(html: string, at: number): RegExpExecArray | null {
  tag.lastIndex = at
  return tag.exec(html)
}

const odd: HtmlTag = { name: '!', isClosing: false, attributes: [], isPlain: false }

const asSerialised = /^(?: [a-z-]+="[^"]*")*$/u

function tagFrom([, slash = '', name = '', said = '', end = '']: RegExpExecArray): HtmlTag {
  const attributes = Array.from(said.matchAll(attribute), ([, key = '', double, single, bare]) => {
    return [key.toLowerCase(), decodeEntities(double ?? single ?? bare ?? '')] as const
  })
  const isPlain = end === '' && asSerialised.test(said) && name === name.toLowerCase() && (slash === '' || said === '')
  return { name: name.toLowerCase(), isClosing: slash !== '', attributes, isPlain }
}

function behind(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

function endOfContent(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'giu')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

export interface HtmlElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: HtmlNode[]
}
export type HtmlNode = HtmlElement | string

interface ParsedHtml {
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
