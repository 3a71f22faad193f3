import { filterAllowedClasses, decodeEntities, isAllowedHref, richTextRules } from '@espalier/domain'
import type { HtmlElement, HtmlNode } from '../html/parse-html.ts'

export interface Found {
  readonly nodes: readonly HtmlNode[]
  readonly length: number
}

export interface InlineTag {
  readonly sign: string
  readonly written: string
  readonly isClosing: boolean
  readonly element: HtmlElement
}

const inlineTag = /<(\/?)(strong|em|sub|sup|span|code|b|i|u|s|a)((?:\s[^<>]*)?)>/iuy

/** The few tags that Markdown may hold; everything else that looks like a tag is text. */
export function tagAt(text: string, at: number): InlineTag | null {
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
