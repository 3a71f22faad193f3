import { breakdownLimits, cleanText, cutTitle, decodeEntities, escapeHtml } from '@espalier/domain'
import { z } from 'zod'
import type { Idea } from '../../ports/breakdown.ts'

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
  cleanText(stripFormattingTags(text.slice(0, maxReadCharacters).replaceAll(unwantedCharacters, ' ')).replaceAll(unwantedCharacters, ' '))
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
