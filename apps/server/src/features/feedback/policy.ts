import { type Rule, whoeverHasAccess } from '../projects/index.ts'

/** The board is for those who use the product; its statuses are set by operators alone, who have no need of the API. */
export const feedbackPolicy = {
  'feedback.read': whoeverHasAccess,
  'feedback.post': whoeverHasAccess,
  'feedback.vote': whoeverHasAccess,
  'feedback.comment': whoeverHasAccess,
} as const satisfies Record<string, Rule>
