import { typeDefs } from '@espalier/schema/server'
import { feedbackTexts, hourMs, minuteMs } from '@espalier/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import {
  type AccessRule,
  allowProductAccess,
  readCaller,
  requireAllowedPerson,
  type Writes,
} from '../projects/index.ts'
import {
  addFeedbackPost,
  commentOnFeedbackPost,
  findFeedbackPost,
  findSimilarPosts,
  listFeedbackComments,
  listFeedbackPosts,
  voteForFeedbackPost,
} from './posts.ts'

/** The board is for users of the product; only operators set statuses, and they do not use the API. */
const feedbackPolicy = {
  'feedback.read': allowProductAccess,
  'feedback.post': allowProductAccess,
  'feedback.vote': allowProductAccess,
  'feedback.comment': allowProductAccess,
} as const satisfies Record<string, AccessRule>

/** Limits what one person may do on the board. */
const feedbackRates = {
  post: { name: 'feedback posts', max: 10, windowMs: hourMs, isExact: true },
  comment: { name: 'feedback comments', max: 30, windowMs: hourMs, isExact: true },
  vote: { name: 'feedback votes', max: 60, windowMs: minuteMs },
  search: { name: 'feedback searches', max: 240, windowMs: minuteMs },
} as const satisfies Record<string, Rate>

/** Throws RATE_LIMITED if this person has done it too often. */
type FeedbackRateLimit = (what: keyof typeof feedbackRates, userId: string) => Promise<void>

/** Null: no limits. */
const createFeedbackRateLimit =
  (rates: Rates | null): FeedbackRateLimit =>
  (what, userId) =>
    requireRate(rates, feedbackRates[what], { key: userId, message: feedbackTexts.tooOften })

interface FeedbackOptions {
  readonly database: Database
  readonly writes: Writes
  /** Null: no limits. */
  readonly rates: Rates | null
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
}

/** The built-in board. If the operator uses an external board, this slice does not exist. */
export function feedbackSlice({ database, writes, rates, apiUrl }: FeedbackOptions): ApiSlice {
  const limit = createFeedbackRateLimit(rates)
  const reading = ({ viewer }: GraphqlContext) => {
    const { person } = requireAllowedPerson(viewer, feedbackPolicy['feedback.read'])
    return { db: database.pool, userId: person.id, apiUrl: apiUrl() }
  }
  const requireReader = async (context: GraphqlContext) => {
    const asked = reading(context)
    await limit('search', asked.userId)
    return asked
  }
  const writing = async (context: GraphqlContext, field: GraphQLResolveInfo, what: 'post' | 'vote' | 'comment') => {
    const caller = readCaller(context, field)
    const { person } = requireAllowedPerson(caller.viewer, feedbackPolicy[`feedback.${what}`])
    await limit(what, person.id)
    return { writes, caller, apiUrl: apiUrl() }
  }
  return {
    name: 'feedback',
    typeDefs: typeDefs.feedback,
    resolvers: {
      Query: {
        feedbackPosts: async (_parent, args, context) => listFeedbackPosts(await requireReader(context), args),
        similarFeedback: async (_parent, { title }, context) => findSimilarPosts(await requireReader(context), title),
        feedbackPost: (_parent, { number }, context) => findFeedbackPost(reading(context), number),
      },
      FeedbackPost: {
        comments: ({ id }, { after }) => listFeedbackComments({ db: database.pool, apiUrl: apiUrl() }, id, after),
      },
      Mutation: {
        createFeedback: async (_parent, args, context, field) =>
          addFeedbackPost(await writing(context, field, 'post'), args),
        voteFeedback: async (_parent, args, context, field) =>
          voteForFeedbackPost(await writing(context, field, 'vote'), args),
        commentFeedback: async (_parent, args, context, field) =>
          commentOnFeedbackPost(await writing(context, field, 'comment'), args),
      },
    },
  }
}
