import { type AccessRule, allowProductAccess } from '../projects/index.ts'

/** The board is for those who use the product; its statuses are set by operators alone, who have no need of the API. */
export const feedbackPolicy = {
  'feedback.read': allowProductAccess,
  'feedback.post': allowProductAccess,
  'feedback.vote': allowProductAccess,
  'feedback.comment': allowProductAccess,
} as const satisfies Record<string, AccessRule>
