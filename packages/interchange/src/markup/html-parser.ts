import { filterAllowedClasses, isAllowedAttribute, richTextRules } from '@espalier/domain'
import { Tokenizer } from 'htmlparser2'

export interface HtmlElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: HtmlNode[]
}
export type HtmlNode = HtmlElement | string

interface ParsedHtml {
  readonly nodes: readonly HtmlNode[]
  /** False if something had to be left out, closed or renamed. */
  readonly isSound: boolean
}

interface HtmlTag {
  readonly name: string
  readonly isClosing: boolean
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** True if it is written exactly as a serializer writes it. */
  readonly isPlain: boolean
}

const allowed: ReadonlySet<string> = new Set(richTextRules.tags)
const dropped: ReadonlySet<string> = new Set([...richTextRules.dropped, 'head'])
const sentences: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'pre'])
const lists: ReadonlySet<string> = new Set(['ol', 'ul'])
const blocks: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'pre', 'ol', 'ul', 'li', 'blockquote'])
export const isBlock = (tag: string): boolean => blocks.has(tag)

/** Maps tags that other programs write to ours. */
const renamed: ReadonlyMap<string, string> = new Map([
  ...['div', 'tr', 'dt', 'dd', 'section', 'article'].map((tag) => [tag, 'p'] as const),
  ...['h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h2'] as const),
  ...['strike', 'del'].map((tag) => [tag, 's'] as const),
  ['ins', 'u'],
  ['tt', 'code'],
])
const deepest = 100

/** Keeps only the allowed tags, well nested. One pass, O(length). */
export const parseHtml = (html: string): ParsedHtml => parsePlainHtml(html) ?? parseMarkup(html)

const mayBeMarkup = /[<&]/u
const [paragraphStart, paragraphEnd] = ['<p>', '</p>']

/** Reads what most titles are: a text, or one paragraph of text. Null: there is more markup in it. */
function parsePlainHtml(html: string): ParsedHtml | null {
  const isParagraph = html.startsWith(paragraphStart) && html.endsWith(paragraphEnd)
  const text = isParagraph ? html.slice(paragraphStart.length, -paragraphEnd.length) : html
  if (mayBeMarkup.test(text)) return null
  const children = text === '' ? [] : [text]
  return { nodes: isParagraph ? [{ tag: 'p', attributes: new Map(), children }] : children, isSound: true }
}

function parseMarkup(html: string): ParsedHtml {
  const tree = new HtmlTree()
  const isCovered = tokenizeHtml(
    html,
    (text) => tree.addText(text),
    (tag) => tree.addTag(tag),
  )
  return { nodes: tree.nodes, isSound: tree.isSound && isCovered }
}

const serializedTag = /^<\/?[a-z][a-z0-9]*(?: [a-z-]+="[^"]*")*>$/u

/**
 * Reports texts and tags in document order; a dropped tag takes its content along. Returns whether every character
 * belonged to one of them: comments, declarations and a tag that never ends do not.
 *
 * The library's tokenizer is used without its parser, which searches its whole stack at every closing tag.
 */
function tokenizeHtml(html: string, onText: (text: string) => void, onTag: (tag: HtmlTag) => void): boolean {
  let covered = 0
  let text = ''
  let name = ''
  let nameStart = 0
  let attributes: [name: string, value: string][] = []
  let skippedTag: string | null = null
  const isAt = (start: number) => start === covered
  let isWhole = true
  const report = (tag: HtmlTag, start: number, end: number) => {
    isWhole &&= isAt(start)
    covered = end
    if (skippedTag !== null && !(tag.isClosing && tag.name === skippedTag)) return
    if (text !== '') onText(text)
    text = ''
    onTag(tag)
    skippedTag = dropped.has(tag.name) && !tag.isClosing ? tag.name : null
  }
  const addText = (words: string) => {
    if (skippedTag === null) text += words
  }
  const addToValue = (words: string) => {
    const last = attributes.at(-1)
    if (last !== undefined) last[1] += words
  }
  const reportOpening = (endIndex: number) => {
    const isPlain = serializedTag.test(html.slice(nameStart - 1, endIndex + 1))
    report({ name, isClosing: false, attributes, isPlain }, nameStart - 1, endIndex + 1)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext(start, end) {
        isWhole &&= isAt(start)
        covered = end
        addText(html.slice(start, end))
      },
      ontextentity(code, end) {
        covered = end
        addText(String.fromCodePoint(code))
      },
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        nameStart = start
        attributes = []
      },
      onattribname(start, end) {
        attributes.push([html.slice(start, end).toLowerCase(), ''])
      },
      onattribdata: (start, end) => addToValue(html.slice(start, end)),
      onattribentity: (code) => addToValue(String.fromCodePoint(code)),
      onattribend: () => undefined,
      onopentagend: reportOpening,
      onselfclosingtag: reportOpening,
      onclosetag(start, end) {
        const isPlain = serializedTag.test(html.slice(start - 2, end + 1))
        report(
          { name: html.slice(start, end).toLowerCase(), isClosing: true, attributes: [], isPlain },
          start - 2,
          end + 1,
        )
      },
      oncomment: () => undefined,
      oncdata: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  if (text !== '') onText(text)
  return isWhole && isAt(html.length)
}

class HtmlTree {
  readonly nodes: HtmlNode[] = []
  readonly #open: HtmlElement[] = []
  #isSound = true

  get isSound(): boolean {
    return this.#isSound && this.#open.length === 0
  }

  addText(text: string): void {
    this.#siblings().push(text)
  }

  addTag(given: HtmlTag): void {
    const tag = renamed.get(given.name) ?? given.name
    this.#isSound &&= given.isPlain && tag === given.name && allowed.has(tag)
    if (!allowed.has(tag)) {
      if (given.isClosing && (given.name === 'td' || given.name === 'th')) this.addText(' ')
    } else if (given.isClosing) {
      const opened = this.#open.findLast((element) => element.tag === tag)
      if (opened === undefined) this.#isSound = false
      else this.#close(opened)
    } else this.#openTag(tag, given)
  }

  #openTag(tag: string, given: HtmlTag): void {
    // Elements end one after the other: an item ends the sentence before it, and then the item that held the sentence.
    for (let ended = this.#findEndedBy(tag); ended !== undefined; ended = this.#findEndedBy(tag)) {
      this.#close(ended)
      this.#isSound = false
    }
    this.#isSound &&= this.#open.length < deepest
    const element: HtmlElement = { tag, attributes: filterAttributes(tag, given), children: [] }
    this.#isSound &&= hasSameAttributes(element, given)
    this.#siblings().push(element)
    if (tag !== 'br' && this.#open.length < deepest) this.#open.push(element)
  }

  #siblings(): HtmlNode[] {
    return this.#open.at(-1)?.children ?? this.nodes
  }

  #close(until: HtmlElement): void {
    this.#isSound &&= this.#open.at(-1) === until
    while (this.#open.length > 0 && this.#open.pop() !== until);
  }

  /** Finds the open element that a new block ends: a sentence, or the item before it in the same list. */
  #findEndedBy(tag: string): HtmlElement | undefined {
    if (!blocks.has(tag)) return undefined
    for (const element of this.#open.toReversed()) {
      if (sentences.has(element.tag)) return element
      if (tag === 'li' && element.tag === 'li') return element
      if (lists.has(element.tag) || blocks.has(element.tag)) return undefined
    }
    return undefined
  }
}

const hasSameAttributes = ({ attributes }: HtmlElement, tag: HtmlTag): boolean =>
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
