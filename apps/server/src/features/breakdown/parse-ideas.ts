import { breakdownLimits, cleanText, cutTitle, decodeEntities, escapeHtml } from '@espalier/domain'
import { z } from 'zod'
import type { Idea } from '../../ports/breakdown.ts'

/** Takes the text of an answer piece by piece; answers each element of its list as soon as it is whole. */
interface IdeaStreamParser {
  push(piece: string): readonly unknown[]
}

const thinkingStart = /^\s*<think>/iu
const thinkingEnd = '</think>'

/**
 * The elements of the outermost list, alone or inside of one object. What stands around the JSON is passed over: a
 * fence, a sentence before it, a model's thoughts.
 */
export function createIdeaStreamParser(): IdeaStreamParser {
  let text = ''
  let at = 0
  let open: ('{' | '[')[] = []
  let start = -1
  let isInText = false
  let isEscaped = false
  /** Of what was begun, what has been closed here: an element of the list, or null. */
  const close = (end: number): unknown => {
    open.pop()
    const isElement = open.length <= 2 && open.at(-1) === '[' && (open.length === 1 || open[0] === '{')
    if (!isElement || start < 0) return null
    const element = text.slice(start, end)
    start = -1
    return parseJsonOrNull(element)
  }
  /** True: the sign lies inside of a text. */
  const passText = (sign: string): boolean => {
    if (!isInText) {
      isInText = open.length > 0 && sign === '"'
      return isInText
    }
    if (isEscaped) isEscaped = false
    else if (sign === '\\') isEscaped = true
    else if (sign === '"') isInText = false
    return true
  }
  return {
    push(piece) {
      text += piece
      if (at === 0 && thinkingStart.test(text)) {
        const end = text.indexOf(thinkingEnd)
        if (end < 0) return []
        at = end + thinkingEnd.length
      }
      const found: unknown[] = []
      for (; at < text.length; at += 1) {
        const sign = text[at] ?? ''
        if (passText(sign)) continue
        if (sign === '{' || sign === '[') {
          const isElement = sign === '{' && open.at(-1) === '[' && open.length <= 2
          if (isElement) start = at
          open.push(sign)
        } else if (sign === '}' || sign === ']') {
          const element = close(at + 1)
          if (element !== null) found.push(element)
          if (open.length === 0) open = []
        }
      }
      return found
    },
  }
}

function parseJsonOrNull(element: string): unknown {
  try {
    return JSON.parse(element) as unknown
  } catch {
    return null
  }
}

const ideaShape = z.object({
  title: z.string().max(breakdownLimits.answerCharacters),
  description: z.string().max(breakdownLimits.answerCharacters).nullish(),
})

/** What a service suggests, made clean; null where it is no idea. */
export function parseIdea(value: unknown): Idea | null {
  const read = ideaShape.safeParse(value)
  if (!read.success) return null
  const title = cutTitle(toPlainIdeaText(read.data.title))
  if (title === '') return null
  const description = truncateText(toPlainIdeaText(read.data.description ?? ''), breakdownLimits.descriptionCharacters)
  return { title, body: description === '' ? '' : `<p>${escapeHtml(description)}</p>`, status: 'todo' }
}

const lineStart = /^\s*(?:#{1,6}\s+|>\s+|(?:[-*+\u2022]|\d{1,2}[.)])\s+)?(?:\[[ xX]?\]\s+)?/u
// Lone surrogates cannot be stored; what turns the direction of reading can make a title read as another.
const unwantedCharacters = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

const tagAttributes = String.raw`(?:\s+[a-z-]+="[^"<>]*")*\s*/?`
const scriptOrStyleTag = /<(script|style)>.*?<\/\1>/gu
const inlineTag = new RegExp(`</?(?:a|b|code|em|i|s|span|strong|sub|sup|u)${tagAttributes}>`, 'gu')
const blockTag = new RegExp(`</?(?:br|p|div|ul|ol|li|h[1-6]|blockquote|pre|hr)${tagAttributes}>`, 'gu')

/** Markup that a service writes for formatting goes. Everything else in angle brackets is text: a type, a placeholder, a comparison. */
const stripFormattingTags = (text: string): string =>
  decodeEntities(text.replaceAll(scriptOrStyleTag, '').replaceAll(inlineTag, '').replaceAll(blockTag, ' '))

// Some of the patterns here look ahead at every sign: what is cut off later anyway is cut off before them.
const maxReadCharacters = 4 * breakdownLimits.descriptionCharacters

/** Text alone: no control characters, no formatting of HTML, none of Markdown's signs. */
const toPlainIdeaText = (text: string): string =>
  cleanText(
    stripFormattingTags(text.slice(0, maxReadCharacters).replaceAll(unwantedCharacters, ' ')).replaceAll(
      unwantedCharacters,
      ' ',
    ),
  )
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(lineStart, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/(\*\*|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .trim()

function truncateText(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}\u2026`
}

/** The same for two titles that a person would take for one. Both are text. */
export const toTitleKey = (title: string): string => title.normalize('NFKC').toLowerCase()
