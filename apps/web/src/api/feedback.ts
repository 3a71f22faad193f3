import { getString } from '../platform/json.ts'
import type { Api } from '@espalier/schema'
import {
  commentFeedbackMutation,
  createFeedbackMutation,
  type FeedbackCommentFields,
  type FeedbackCommentsQuery,
  feedbackCommentsQuery,
  type FeedbackPostFields,
  type FeedbackPostQuery,
  feedbackPostQuery,
  type FeedbackPostsQuery,
  feedbackPostsQuery,
  similarFeedbackQuery,
  voteFeedbackMutation,
} from '@espalier/schema/documents/feedback'
import { handledByCaller, failingSilently } from './graphql/own-codes.ts'
import { type ApiResult, createApiFailure, mapApiResult } from './graphql/api-result.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { sendRestRequest } from './rest.ts'
import { apiErrorTexts } from '../texts/api-errors.ts'

/** A feedback post in the shape that a list shows. */
export type ListedFeedbackPost = FeedbackPostFields
export type FeedbackComment = FeedbackCommentFields
export type FeedbackPost = NonNullable<FeedbackPostQuery['feedbackPost']>
export type FeedbackCommentPage = NonNullable<FeedbackCommentsQuery['feedbackPost']>['comments']
export type FeedbackAuthor = FeedbackPostFields['author']
export type FeedbackPostPage = FeedbackPostsQuery['feedbackPosts']

export interface FeedbackFilter {
  readonly sort: Api.FeedbackSort
  readonly status: Api.FeedbackStatus | null
  readonly search: string
}

const notFoundHandled = { context: handledByCaller('NOT_FOUND') }
/** The form or the button that was used shows these errors itself. */
const formHandled = { context: handledByCaller('NOT_FOUND', 'CONFLICT', 'RATE_LIMITED') }

export const fetchFeedbackPosts = async (
  filter: FeedbackFilter,
  after: string | null,
): Promise<ApiResult<FeedbackPostPage>> =>
  mapApiResult(await sendOperation(feedbackPostsQuery, { ...filter, after }), (sent) => sent.feedbackPosts)

/** The suggestions only help while typing, so a failure yields none. */
export async function fetchSimilarFeedback(title: string): Promise<readonly ListedFeedbackPost[]> {
  const result = await sendOperation(similarFeedbackQuery, { title }, { context: failingSilently })
  return result.ok ? result.value.similarFeedback : []
}

const createMissingPostFailure = () => createApiFailure('UNREACHABLE', apiErrorTexts.noPost)

export async function fetchFeedbackPost(number: number): Promise<ApiResult<FeedbackPost>> {
  const result = await sendOperation(feedbackPostQuery, { number }, notFoundHandled)
  if (!result.ok) return result
  const { feedbackPost } = result.value
  return feedbackPost === null ? createMissingPostFailure() : { ok: true, value: feedbackPost }
}

export async function fetchFeedbackComments(number: number, after: number): Promise<ApiResult<FeedbackCommentPage>> {
  const result = await sendOperation(feedbackCommentsQuery, { number, after }, notFoundHandled)
  if (!result.ok) return result
  const { feedbackPost } = result.value
  return feedbackPost === null ? createMissingPostFailure() : { ok: true, value: feedbackPost.comments }
}

export const createFeedbackPost = async (title: string, details: string): Promise<ApiResult<ListedFeedbackPost>> =>
  mapApiResult(
    await sendOperation(createFeedbackMutation, { title, details }, formHandled),
    (sent) => sent.createFeedback,
  )

export const voteForFeedback = async (id: string, isVoted: boolean): Promise<ApiResult<ListedFeedbackPost>> =>
  mapApiResult(await sendOperation(voteFeedbackMutation, { id, isVoted }, formHandled), (sent) => sent.voteFeedback)

export const commentOnFeedback = async (id: string, text: string): Promise<ApiResult<FeedbackComment>> =>
  mapApiResult(await sendOperation(commentFeedbackMutation, { id, text }, formHandled), (sent) => sent.commentFeedback)

/** An external feedback board needs this to know who looks at it. */
export interface FeedbackSignOn {
  readonly provider: 'canny' | 'quackback'
  readonly token: string
  readonly boardToken: string
  readonly sdkUrl: string
}

const signOnTimeoutMs = 10_000

/** Fails when the session ended or there is no access. */
export const fetchFeedbackSignOn = (): Promise<ApiResult<FeedbackSignOn>> =>
  sendRestRequest('/sso/feedback', {
    signal: AbortSignal.timeout(signOnTimeoutMs),
    read: readSignOn,
    failedText: 'The feedback board cannot be opened now',
  })

function readSignOn(body: unknown): FeedbackSignOn | null {
  const provider = getString(body, 'provider')
  const [token, boardToken, sdkUrl] = [
    getString(body, 'token'),
    getString(body, 'boardToken'),
    getString(body, 'sdkUrl'),
  ]
  if (provider !== 'canny' && provider !== 'quackback') return null
  return token === null || boardToken === null || sdkUrl === null ? null : { provider, token, boardToken, sdkUrl }
}
