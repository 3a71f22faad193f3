import type { ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'
import { type ApiResult, toApiResult } from '../projects/answer.ts'
import {
  commentPostMutation,
  commentsQuery,
  createPostMutation,
  postQuery,
  postsQuery,
  similarPostsQuery,
  votePostMutation,
} from './documents.ts'
import type { FeedbackPostPage, FeedbackFilter, FeedbackComment, FeedbackCommentPage, ListedFeedbackPost, FeedbackPost } from './post.ts'

const notFoundCodes: readonly ErrorCode[] = ['NOT_FOUND']
/** The form or the button that was pressed says these itself. */
const formHandledCodes: readonly ErrorCode[] = ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED']

export const fetchFeedbackPosts = (question: FeedbackFilter, after: string | null): Promise<ApiResult<FeedbackPostPage>> =>
  toApiResult(async () => (await apiClient().ask(postsQuery, { variables: { ...question, after } })).feedbackPosts)

/** Only a help while one types: where it fails, there is none. */
export async function fetchSimilarFeedback(title: string): Promise<readonly ListedFeedbackPost[]> {
  const answer = await toApiResult(() => apiClient().ask(similarPostsQuery, { variables: { title }, context: quietly }))
  return answer.ok ? answer.value.similarFeedback : []
}

export const fetchFeedbackPost = (number: number): Promise<ApiResult<FeedbackPost>> =>
  toApiResult(async () => {
    const request = { variables: { number }, context: dealingWith(...notFoundCodes) }
    return requireFound((await apiClient().ask(postQuery, request)).feedbackPost)
  }, notFoundCodes)

export const fetchFeedbackComments = (number: number, after: number): Promise<ApiResult<FeedbackCommentPage>> =>
  toApiResult(async () => {
    const request = { variables: { number, after }, context: dealingWith(...notFoundCodes) }
    return requireFound((await apiClient().ask(commentsQuery, request)).feedbackPost).comments
  }, notFoundCodes)

function requireFound<Found>(found: Found | null): Found {
  if (found === null) throw new Error('The API answered without a post and without a reason')
  return found
}

export const createFeedbackPost = (title: string, details: string): Promise<ApiResult<ListedFeedbackPost>> =>
  toApiResult(async () => {
    const request = { variables: { title, details }, context: dealingWith(...formHandledCodes) }
    return (await apiClient().ask(createPostMutation, request)).createFeedback
  }, formHandledCodes)

export const voteForFeedback = (id: string, isVoted: boolean): Promise<ApiResult<ListedFeedbackPost>> =>
  toApiResult(async () => {
    const request = { variables: { id, isVoted }, context: dealingWith(...formHandledCodes) }
    return (await apiClient().ask(votePostMutation, request)).voteFeedback
  }, formHandledCodes)

export const commentOnFeedback = (id: string, text: string): Promise<ApiResult<FeedbackComment>> =>
  toApiResult(async () => {
    const request = { variables: { id, text }, context: dealingWith(...formHandledCodes) }
    return (await apiClient().ask(commentPostMutation, request)).commentFeedback
  }, formHandledCodes)
