import { type Branch, limits, type Result } from '@espalier/domain'

export const pasteTexts = {
  tooMuch: `At most ${limits.paste.nodes} nodes can be pasted at a time`,
  tooLong: 'This is too long to be pasted',
  unreadable: 'What was copied cannot be read',
} as const

export type Pasted = Result<readonly Branch[], (typeof pasteTexts)[keyof typeof pasteTexts]>
