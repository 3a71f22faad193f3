import { feedbackTexts } from '@espalier/domain'

import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What one person may do on the board, and how often. */
const feedbackRates = {
  post: { name: 'feedback posts', max: 10, windowMs: hourMs, isExact: true },
  comment: { name: 'feedback comments', max: 30, windowMs: hourMs, isExact: true },
  vote: { name: 'feedback votes', max: 60, windowMs: minuteMs },
  search: { name: 'feedback searches', max: 240, windowMs: minuteMs },
} as const satisfies Record<string, Rate>

/** Throws RATE_LIMITED where this person has done it too often. */
export type FeedbackRateLimit = (what: keyof typeof feedbackRates, userId: string) => Promise<void>

/** Null: no limits. */
export const createFeedbackRateLimit =
  (counts: Rates | null): FeedbackRateLimit =>
  async (what, userId) => {
    if (counts === null) return
    const { count, endsInMs } = await counts.count(feedbackRates[what], userId)
    if (count <= feedbackRates[what].max) return
    throw new ApiError('RATE_LIMITED', feedbackTexts.tooOften, { retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)) })
  }
