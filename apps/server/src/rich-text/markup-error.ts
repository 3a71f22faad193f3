export const markupErrorTexts = {
  'too-deep': 'The text has too many tags inside each other: simplify its formatting',
  'too-many-tags': 'The text has too many tags: simplify its formatting or split it',
  'too-slow': 'The text takes too long to process: shorten it or simplify its formatting',
  busy: 'The server is processing too many long texts: try again in a moment',
} as const

export type MarkupErrorReason = keyof typeof markupErrorTexts

/** Why a text was not sanitized. The gates answer it with the code and the field of the API. */
export class MarkupError extends Error {
  override readonly name = 'MarkupError'
  readonly reason: MarkupErrorReason

  constructor(reason: MarkupErrorReason) {
    super(markupErrorTexts[reason])
    this.reason = reason
  }
}
