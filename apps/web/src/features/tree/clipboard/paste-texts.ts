import { type Branch, limits, type Result } from '@espalier/domain'

export const pasteErrors = {
  tooMuch: `At most ${limits.paste.nodes} nodes can be pasted at a time`,
  tooLong: 'This is too long to be pasted',
  unreadable: 'What was copied cannot be read',
} as const

export type PasteResult = Result<readonly Branch[], (typeof pasteErrors)[keyof typeof pasteErrors]>
