import type { GraphQLResolveInfo } from 'graphql'

import type { Database } from '../../database/database.ts'
import type { Rates } from '../../ports/rates.ts'
import type { GraphContext, Slice } from '../../transport/graphql/slice.ts'
import { callerOf, requireSignedIn, type Writes } from '../projects/index.ts'
import { feedbackTypeDefs } from './feedback-type-defs.ts'
import { feedbackPolicy } from './policy.ts'
import { commentsOf, findPost, type PostsArgs, readBoard, similarPosts } from './read-board.ts'
import type { PostView } from './views.ts'
import { commentOnPost, createPost, voteForPost } from './write-board.ts'
import { createBoardLimit } from './writing-limits.ts'

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
  const limit = createBoardLimit(rates)
  const reading = ({ viewer }: GraphContext) => {
    const { person } = requireSignedIn(viewer, feedbackPolicy['feedback.read'])
    return { db: database.pool, userId: person.id, apiUrl: apiUrl() }
  }
  const looking = async (context: GraphContext) => {
    const asked = reading(context)
    await limit('search', asked.userId)
    return asked
  }
  const writing = async (context: GraphContext, field: GraphQLResolveInfo, what: 'post' | 'vote' | 'comment') => {
    const caller = callerOf(context, field)
    const { person } = requireSignedIn(caller.viewer, feedbackPolicy[`feedback.${what}`])
    await limit(what, person.id)
    return { writes, caller, apiUrl: apiUrl() }
  }
  return {
    name: 'feedback',
    typeDefs: feedbackTypeDefs,
    resolvers: {
      Query: {
        feedbackPosts: async (_parent: unknown, args: PostsArgs, context) => readBoard(await looking(context), args),
        similarFeedback: async (_parent: unknown, { title }: { title: string }, context) =>
          similarPosts(await looking(context), title),
        feedbackPost: (_parent: unknown, { number }: { number: number }, context) => findPost(reading(context), number),
      },
      FeedbackPost: {
        comments: ({ id }: PostView, { after }: { after: number }) =>
          commentsOf({ db: database.pool, apiUrl: apiUrl() }, id, after),
      },
      Mutation: {
        createFeedback: async (_parent: unknown, args: { title: string; details: string }, context, field) =>
          createPost(await writing(context, field, 'post'), args),
        voteFeedback: async (_parent: unknown, args: { id: string; isVoted: boolean }, context, field) =>
          voteForPost(await writing(context, field, 'vote'), args),
        commentFeedback: async (_parent: unknown, args: { id: string; text: string }, context, field) =>
          commentOnPost(await writing(context, field, 'comment'), args),
      },
    },
  }
}
