import { decodeEntities } from '@espalier/domain'

export interface HtmlTag {
  readonly name: string
  readonly isClosing: boolean
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Whether it is written as a serialiser writes it. */
  readonly isPlain: boolean
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>/iuy
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gu

/** Texts and tags in turn. What opens like a tag and is none is left out up to its end; dropped tags go with what they hold. */
export function* readTags(html: string, dropped: ReadonlySet<string>): Iterable<string | HtmlTag> {
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
