import type { GraphQLResolveInfo } from 'graphql'

import type { Database } from '../../database/database.ts'
import type { Rates } from '../../ports/rates.ts'
import type { GraphqlContext, Slice } from '../../transport/graphql/slice.ts'
import { readCaller, requireAllowedPerson, type Writes } from '../projects/index.ts'
import { feedbackTypeDefs } from './feedback-type-defs.ts'
import { feedbackPolicy } from './policy.ts'
import { listFeedbackComments, findFeedbackPost, type PostsArgs, listFeedbackPosts, findSimilarPosts } from './read-board.ts'
import type { PostView } from './views.ts'
import { commentOnFeedbackPost, addFeedbackPost, voteForFeedbackPost } from './write-board.ts'
import { createFeedbackRateLimit } from './writing-limits.ts'

export interface FeedbackOptions {
  readonly database: Database
  readonly writes: Writes
  /** Null: no limits. */
  readonly rates: Rates | null
  /** The API's address, where pictures are. */
  apiUrl(): string
}

/** The built-in board. Where another service is the board, there is no such slice. */
export function feedbackSlice({ database, writes, rates, apiUrl }: FeedbackOptions): Slice {
  const limit = createFeedbackRateLimit(rates)
  const reading = ({ viewer }: GraphqlContext) => {
    const { person } = requireAllowedPerson(viewer, feedbackPolicy['feedback.read'])
    return { db: database.pool, userId: person.id, apiUrl: apiUrl() }
  }
  const looking = async (context: GraphqlContext) => {
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
    typeDefs: feedbackTypeDefs,
    resolvers: {
      Query: {
        feedbackPosts: async (_parent: unknown, args: PostsArgs, context) => listFeedbackPosts(await looking(context), args),
        similarFeedback: async (_parent: unknown, { title }: { title: string }, context) =>
          findSimilarPosts(await looking(context), title),
        feedbackPost: (_parent: unknown, { number }: { number: number }, context) => findFeedbackPost(reading(context), number),
      },
      FeedbackPost: {
        comments: ({ id }: PostView, { after }: { after: number }) =>
          listFeedbackComments({ db: database.pool, apiUrl: apiUrl() }, id, after),
      },
      Mutation: {
        createFeedback: async (_parent: unknown, args: { title: string; details: string }, context, field) =>
          addFeedbackPost(await writing(context, field, 'post'), args),
        voteFeedback: async (_parent: unknown, args: { id: string; isVoted: boolean }, context, field) =>
          voteForFeedbackPost(await writing(context, field, 'vote'), args),
        commentFeedback: async (_parent: unknown, args: { id: string; text: string }, context, field) =>
          commentOnFeedbackPost(await writing(context, field, 'comment'), args),
      },
    },
  }
}
