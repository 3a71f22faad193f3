import { decodeEntities, filterAllowedClasses, isAllowedHref, richTextRules } from '@espalier/domain'
import { appendAll } from '../model/text.ts'
import type { HtmlElement, HtmlNode } from './html-parser.ts'

interface Found {
  readonly nodes: readonly HtmlNode[]
  readonly length: number
}

interface InlineTag {
  readonly sign: string
  readonly written: string
  readonly isClosing: boolean
  readonly element: HtmlElement
}

const inlineTag = /<(\/?)(strong|em|sub|sup|span|code|b|i|u|s|a)((?:\s[^<>]*)?)>/iuy

/** The few tags that Markdown may hold; everything else that looks like a tag is text. */
function tagAt(text: string, at: number): InlineTag | null {
  inlineTag.lastIndex = at
  const [written, slash, name = '', said = ''] = inlineTag.exec(text) ?? []
  if (written === undefined) return null
  const tag = name.toLowerCase()
  return {
    sign: `<${tag}>`,
    written,
    isClosing: slash === '/',
    element: { tag, attributes: saidOf(tag, said), children: [] },
  }
}

function saidOf(tag: string, said: string): ReadonlyMap<string, string> {
  if (tag === 'span') {
    const classes = filterAllowedClasses(/class="([^"]*)"/u.exec(said)?.[1] ?? '')
    return new Map(classes === '' ? [] : [['class', classes]])
  }
  if (tag !== 'a') return new Map()
  const href = decodeEntities(/href="([^"]*)"/u.exec(said)?.[1] ?? '')
  return new Map(
    isAllowedHref(href)
      ? [
          ['href', href],
          ['rel', richTextRules.rel],
        ]
      : [],
  )
}

interface Frame {
  /** What stands in the text if it is never closed. */
  readonly written: string
  readonly sign: string
  readonly element: HtmlElement
}

const signs: Readonly<Record<string, string>> = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 's' }
const deepestLink = 8
/** So many signs may wait for their end. */
const mostOpen = 50

/** Inline Markdown as rich text. What is never closed is text. One pass over frames, so that no text takes long. */
export function readInline(text: string, depth = 0): HtmlNode[] {
  const top: Frame = { written: '', sign: '', element: elementOf('p') }
  const frames = [top]
  const into = () => (frames.at(-1) ?? top).element.children
  const closeTo = (frame: Frame) => {
    while (frames.length > 1 && frames.at(-1) !== frame) spill(frames)
    frames.pop()
    into().push(frame.element)
  }
  const pairs = bracketPairs(text)
  let at = 0
  while (at < text.length) {
    const found = leafAt(text, at, depth, pairs)
    if (found !== null) {
      appendAll(into(), found.nodes)
      at += found.length
      continue
    }
    const tag = text[at] === '<' ? tagAt(text, at) : null
    const opened = tag?.isClosing === true ? frames.findLast(({ sign }) => sign === tag.sign) : undefined
    if (tag !== null && (opened !== undefined || (!tag.isClosing && frames.length <= mostOpen))) {
      if (opened === undefined) frames.push({ written: tag.written, sign: tag.sign, element: tag.element })
      else closeTo(opened)
      at += tag.written.length
      continue
    }
    at += takeSign(text, at, frames, closeTo) || addText(into(), text, at)
  }
  while (frames.length > 1) spill(frames)
  return top.element.children
}

const elementOf = (tag: string, attributes: ReadonlyMap<string, string> = new Map()): HtmlElement => ({
  tag,
  attributes,
  children: [],
})

/** A frame that nothing closed: its sign is text again. */
function spill(frames: Frame[]): void {
  const frame = frames.pop()
  if (frame !== undefined) appendAll(frames.at(-1)?.element.children ?? [], [frame.written, ...frame.element.children])
}

const ordinary = /[^\\`*_~[<&]+/uy

function addText(into: HtmlNode[], text: string, at: number): number {
  ordinary.lastIndex = at
  const run = ordinary.exec(text)?.[0] ?? text.charAt(at)
  into.push(run)
  return run.length
}

const isBlank = (sign: string): boolean => sign === '' || /\s/u.test(sign)
const isLetter = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)

/** How much of the text a delimiter took; 0 where there is none. */
function takeSign(text: string, at: number, frames: Frame[], closeTo: (frame: Frame) => void): number {
  const sign = Object.keys(signs).find((candidate) => text.startsWith(candidate, at))
  if (sign === undefined) return 0
  const before = text.charAt(at - 1)
  const after = text.charAt(at + sign.length)
  const isInWord = sign.startsWith('_') && isLetter(before) && isLetter(after)
  const open = frames.findLast((frame) => frame.sign === sign)
  if (open !== undefined && !isBlank(before) && !isInWord && !(sign.startsWith('_') && isLetter(after))) {
    closeTo(open)
    return sign.length
  }
  if (frames.length > mostOpen || isBlank(after) || isInWord || (sign.startsWith('_') && isLetter(before))) return 0
  frames.push({ written: sign, sign, element: elementOf(signs[sign] ?? 'em') })
  return sign.length
}

const codeSpan = /(`+)([^`]{1,2000}|[^`].{0,2000}?[^`])\1(?!`)/uy
const reference = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/iuy
const autolink = /<((?:https?:\/\/|mailto:)[^<>\s]+)>/iuy
const lineBreak = /<br\s*\/?>/iuy

/** What stands for itself: an escaped sign, code, a reference, a break or a link. */
function leafAt(text: string, at: number, depth: number, pairs: ReadonlyMap<number, number>): Found | null {
  switch (text.charAt(at)) {
    case '\\':
      return /[!-/:-@[-`{-~]/u.test(text.charAt(at + 1)) ? { nodes: [text.charAt(at + 1)], length: 2 } : null
    case '`': {
      const [whole, , code = ''] = matchAt(codeSpan, text, at) ?? []
      return whole === undefined
        ? null
        : { nodes: [{ ...elementOf('code'), children: [code.trim()] }], length: whole.length }
    }
    case '&': {
      const whole = matchAt(reference, text, at)?.[0]
      return whole === undefined ? null : { nodes: [decodeEntities(whole)], length: whole.length }
    }
    case '<': {
      const ended = matchAt(lineBreak, text, at)?.[0]
      if (ended !== undefined) return { nodes: [elementOf('br')], length: ended.length }
      const [whole, href = ''] = matchAt(autolink, text, at) ?? []
      return whole === undefined ? null : { nodes: [linkTo(href, [href])], length: whole.length }
    }
    case '[':
      return depth < deepestLink ? linkAt(text, at, depth, pairs.get(at)) : null
    default:
      return null
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const target = /\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+"[^"]*")?\s*\)/uy

/** Where each bracket is closed. */
function bracketPairs(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  if (!text.includes('](')) return pairs
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '[') open.push(at)
    else if (sign === ']') {
      const opened = open.pop()
      if (opened !== undefined) pairs.set(opened, at)
    }
  }
  return pairs
}

function linkAt(text: string, at: number, depth: number, end: number | undefined): Found | null {
  const found = end === undefined ? null : matchAt(target, text, end)
  if (end === undefined || found === null) return null
  const href = decodeEntities(found[1] ?? found[2] ?? '')
  const inner = readInline(text.slice(at + 1, end), depth + 1)
  const nodes = isAllowedHref(href) ? [linkTo(href, inner)] : inner
  return { nodes, length: end - at + found[0].length }
}

const linkTo = (href: string, children: HtmlNode[]): HtmlElement => ({
  tag: 'a',
  attributes: new Map([
    ['href', href],
    ['rel', richTextRules.rel],
  ]),
  children,
})
