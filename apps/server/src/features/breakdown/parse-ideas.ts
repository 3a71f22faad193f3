import { breakdownLimits, cleanText, cutTitle, decodeEntities, escapeHtml } from '@espalier/domain'
import { z } from 'zod'
import type { Idea } from '../../ports/breakdown.ts'

/** Parses the text of an answer piece by piece and returns each list element as soon as it is complete. */
interface IdeaStreamParser {
  push(piece: string): readonly unknown[]
}

const thinkingStart = /^\s*<think>/iu
const thinkingEnd = '</think>'

/**
 * Finds the elements of the outermost list, alone or inside one object. Everything around the JSON is skipped: a code
 * fence, a sentence before it, a model's reasoning.
 */
export function createIdeaStreamParser(): IdeaStreamParser {
  let text = ''
  let at = 0
  let open: ('{' | '[')[] = []
  let start = -1
  let isInText = false
  let isEscaped = false
  /** Closes the innermost open value and returns it if it is an element of the list, otherwise null. */
  const close = (end: number): unknown => {
    open.pop()
    const isElement = open.length <= 2 && open.at(-1) === '[' && (open.length === 1 || open[0] === '{')
    if (!isElement || start < 0) return null
    const element = text.slice(start, end)
    start = -1
    return parseJsonOrNull(element)
  }
  /** Returns true if the character is inside a string. */
  const consumeString = (character: string): boolean => {
    if (!isInText) {
      isInText = open.length > 0 && character === '"'
      return isInText
    }
    if (isEscaped) isEscaped = false
    else if (character === '\\') isEscaped = true
    else if (character === '"') isInText = false
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
        const character = text[at] ?? ''
        if (consumeString(character)) continue
        if (character === '{' || character === '[') {
          const isElement = character === '{' && open.at(-1) === '[' && open.length <= 2
          if (isElement) start = at
          open.push(character)
        } else if (character === '}' || character === ']') {
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

/** Cleans the suggestion of a service; returns null if it is not a usable idea. */
export function parseIdea(value: unknown): Idea | null {
  const read = ideaShape.safeParse(value)
  if (!read.success) return null
  const title = cutTitle(toPlainIdeaText(read.data.title))
  if (title === '') return null
  const description = truncateText(toPlainIdeaText(read.data.description ?? ''), breakdownLimits.descriptionCharacters)
  return { title, body: description === '' ? '' : `<p>${escapeHtml(description)}</p>`, status: 'todo' }
}

const lineStart = /^\s*(?:#{1,6}\s+|>\s+|(?:[-*+\u2022]|\d{1,2}[.)])\s+)?(?:\[[ xX]?\]\s+)?/u
// Lone surrogates cannot be stored, and bidirectional controls can make a title read as another one.
const unwantedCharacters = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

const tagAttributes = String.raw`(?:\s+[a-z-]+="[^"<>]*")*\s*/?`
const scriptOrStyleTag = /<(script|style)>.*?<\/\1>/gu
const inlineTag = new RegExp(`</?(?:a|b|code|em|i|s|span|strong|sub|sup|u)${tagAttributes}>`, 'gu')
const blockTag = new RegExp(`</?(?:br|p|div|ul|ol|li|h[1-6]|blockquote|pre|hr)${tagAttributes}>`, 'gu')

/**
 * Removes formatting markup of a service. Everything else in angle brackets is text: a type, a placeholder, a
 * comparison.
 */
const stripFormattingTags = (text: string): string =>
  decodeEntities(text.replaceAll(scriptOrStyleTag, '').replaceAll(inlineTag, '').replaceAll(blockTag, ' '))

// Some patterns look ahead at every character, so text that is cut off later anyway is cut off before them.
const maxReadCharacters = 4 * breakdownLimits.descriptionCharacters

/** Returns plain text without control characters, HTML formatting and Markdown signs. */
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

/** Returns equal keys for titles that a person would consider the same. Both are text. */
export const toTitleKey = (title: string): string => title.normalize('NFKC').toLowerCase()
