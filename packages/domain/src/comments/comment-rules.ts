import { defineTexts } from '../core/texts.ts'
import { formatQuantity } from '../core/units.ts'

/** The numbers of comments that the page and the server must agree on. */
export const commentLimits = {
  characters: 20_000,
  perProject: 50_000,
  perMinute: 60,
  /** Different emoji below one comment. */
  emoji: 20,
} as const

/** Why a comment or a reaction is refused. */
export const commentTexts = defineTexts('domain.comments', {
  empty: 'Write something first',
  tooLong: `A comment can have at most ${formatQuantity(commentLimits.characters, 'character')}`,
  // The same for a person who does not exist.
  stranger: 'You can only mention people of this project',
  notFound: 'This comment no longer exists',
  otherThread: 'A reply needs the first comment of a thread of the same node',
  notFirst: 'Only the first comment of a thread can be resolved',
  idTaken: 'Another comment has this id',
  badId: 'The id of a comment must be a UUID',
  notAuthor: 'Only its author can edit a comment',
  mayNotComment: 'You cannot comment in this project',
  tooMany: `A project can have at most ${formatQuantity(commentLimits.perProject, 'comment')}`,
  tooOften: 'You have written many comments within a minute. Try again in a moment.',
  badEmoji: 'A reaction is a single emoji',
  tooManyEmoji: `A comment can have at most ${commentLimits.emoji} different reactions`,
})

const longestEmoji = 40
const emojiPattern =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|[\u{e0020}-\u{e007f}])*$/u

/** Tells whether a text is one emoji, as a person sees it. */
export function isSingleEmoji(text: string): boolean {
  if (text.length > longestEmoji || !emojiPattern.test(text)) return false
  return [...new Intl.Segmenter().segment(text)].length === 1
}

/** The attribute of a link that mentions a person. Comments alone have it; descriptions lose it. */
export const mentionAttribute = 'data-user-id'

export const isMentionId = (id: string): boolean => /^[\da-z][\da-z-]{0,99}$/iu.test(id)

const mentionPattern = new RegExp(`<a ${mentionAttribute}="([^"]*)"`, 'gu')

/** Returns the ids of the people that a sanitized comment mentions, each once, in the order of the text. */
export const readMentionIds = (body: string): readonly string[] => [
  ...new Set([...body.matchAll(mentionPattern)].map(([, id = '']) => id)),
]
