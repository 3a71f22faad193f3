import { accept, refuse, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'
import { cleanText } from '../text/clean-text.ts'

/** These limits are separate, because they would otherwise be loaded with every project. */
export const feedbackLimits = {
  titleCharacters: 120,
  detailsCharacters: 5_000,
  commentCharacters: 2_000,
  pagePosts: 20,
  pageComments: 50,
  similarPosts: 5,
} as const

export const feedbackStatuses = ['open', 'planned', 'started', 'completed', 'declined', 'duplicate'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

/** The labels shown to people. */
export const feedbackStatusLabels = defineTexts('domain.feedback-status', {
  open: 'Open',
  planned: 'Planned',
  started: 'Started',
  completed: 'Completed',
  declined: 'Declined',
  duplicate: 'Duplicate',
} satisfies Record<FeedbackStatus, string>)

export const feedbackTexts = defineTexts('domain.feedback', {
  'no-title': 'Please enter a title',
  'long-title': `The title may have at most ${feedbackLimits.titleCharacters} characters`,
  'long-details': `The details may have at most ${feedbackLimits.detailsCharacters} characters`,
  'no-comment': 'Please write something first',
  'long-comment': `A comment may have at most ${feedbackLimits.commentCharacters} characters`,
  closed: 'This post is closed: its votes are no longer counted',
  missing: 'There is no such post',
  tooOften: 'You have written a lot in a short time. Please wait a while and try again',
})

/** Votes say what should come next, so completed, declined and duplicate posts take none. */
export const acceptsVotes = (status: FeedbackStatus): boolean =>
  status === 'open' || status === 'planned' || status === 'started'

// Matches what moves the cursor, rings the bell or reverses the text; line breaks and tabs are handled before.
const unprintable = /[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu

const cleanSingleLine = (text: string): string =>
  cleanText(text.replaceAll(/\s+/g, ' ').replaceAll(unprintable, '')).trim()

const cleanLines = (text: string): string =>
  cleanText(text)
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').replaceAll(unprintable, '').trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

export interface FeedbackDraft {
  readonly title: string
  readonly details: string
}

/** Returns what is stored of a new post: plain text only. */
export function checkFeedback({
  title,
  details,
}: FeedbackDraft): Result<FeedbackDraft, 'no-title' | 'long-title' | 'long-details'> {
  const draft = { title: cleanSingleLine(title), details: cleanLines(details) }
  if (draft.title === '') return refuse('no-title')
  if (draft.title.length > feedbackLimits.titleCharacters) return refuse('long-title')
  if (draft.details.length > feedbackLimits.detailsCharacters) return refuse('long-details')
  return accept(draft)
}

export function checkFeedbackComment(given: string): Result<string, 'no-comment' | 'long-comment'> {
  const text = cleanLines(given)
  if (text === '') return refuse('no-comment')
  return text.length > feedbackLimits.commentCharacters ? refuse('long-comment') : accept(text)
}

const slugCharacters = 60

/** Formats a post's address: its number finds it, the words are for people. */
export function formatFeedbackSlug(number: number, title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  let slug = String(number)
  for (const word of words) {
    if (slug.length + 1 + word.length > slugCharacters) break
    slug += `-${word}`
  }
  return slug
}

/** Null when an address names no post. */
export function parseFeedbackNumber(slug: string): number | null {
  const digits = /^([1-9]\d{0,8})(?:-[a-z0-9-]*)?$/.exec(slug)?.[1]
  return digits === undefined ? null : Number(digits)
}

const maxSearchWords = 12

/** Returns the searchable words of a text, each once. */
export const splitSearchWords = (text: string): readonly string[] =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxSearchWords)
