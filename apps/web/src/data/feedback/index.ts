import type { ApiResult } from '../projects/index.ts'
import type { FeedbackPostPage, FeedbackFilter, FeedbackComment, FeedbackCommentPage, ListedFeedbackPost, FeedbackPost } from './post.ts'

export type { FeedbackAuthor, FeedbackPostPage, FeedbackFilter, FeedbackComment, FeedbackCommentPage, ListedFeedbackPost, FeedbackPost } from './post.ts'
export { fetchFeedbackSignOn, type FeedbackSignOn } from './sign-on.ts'

// The GraphQL client is heavy: it comes with the first question.
const loadRequests = () => import('./ask-feedback.ts')

export const fetchFeedbackPosts = async (question: FeedbackFilter, after: string | null): Promise<ApiResult<FeedbackPostPage>> =>
  (await loadRequests()).fetchFeedbackPosts(question, after)

/** Posts that may say the same as a title; none where nobody can tell. */
export const fetchSimilarFeedback = async (title: string): Promise<readonly ListedFeedbackPost[]> => (await loadRequests()).fetchSimilarFeedback(title)

/** NOT_FOUND where there is none; the page says nothing about it by itself. */
export const fetchFeedbackPost = async (number: number): Promise<ApiResult<FeedbackPost>> => (await loadRequests()).fetchFeedbackPost(number)

export const fetchFeedbackComments = async (number: number, after: number): Promise<ApiResult<FeedbackCommentPage>> =>
  (await loadRequests()).fetchFeedbackComments(number, after)

export const createFeedbackPost = async (title: string, details: string): Promise<ApiResult<ListedFeedbackPost>> =>
  (await loadRequests()).createFeedbackPost(title, details)

export const voteForFeedback = async (id: string, isVoted: boolean): Promise<ApiResult<ListedFeedbackPost>> =>
  (await loadRequests()).voteForFeedback(id, isVoted)

export const commentOnFeedback = async (id: string, text: string): Promise<ApiResult<FeedbackComment>> =>
  (await loadRequests()).commentOnFeedback(id, text)
