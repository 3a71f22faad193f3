import type {
  FeedbackComment,
  FeedbackCommentPage,
  FeedbackFilter,
  FeedbackPost,
  FeedbackPostPage,
  ListedFeedbackPost,
} from './feedback-requests.ts'
import type { ApiResult } from './projects.ts'
import { apiBase } from './session/page-config.ts'

export type {
  FeedbackAuthor,
  FeedbackPostPage,
  FeedbackFilter,
  FeedbackComment,
  FeedbackCommentPage,
  ListedFeedbackPost,
  FeedbackPost,
} from './feedback-requests.ts'

// The GraphQL client is heavy, so it is loaded with the first request.
const loadRequests = () => import('./feedback-requests.ts')

export const fetchFeedbackPosts = async (
  question: FeedbackFilter,
  after: string | null,
): Promise<ApiResult<FeedbackPostPage>> => (await loadRequests()).fetchFeedbackPosts(question, after)

/** Finds posts that may say the same as a title; returns none when the lookup fails. */
export const fetchSimilarFeedback = async (title: string): Promise<readonly ListedFeedbackPost[]> =>
  (await loadRequests()).fetchSimilarFeedback(title)

/** Returns NOT_FOUND for an unknown number; the page itself shows no message about it. */
export const fetchFeedbackPost = async (number: number): Promise<ApiResult<FeedbackPost>> =>
  (await loadRequests()).fetchFeedbackPost(number)

export const fetchFeedbackComments = async (number: number, after: number): Promise<ApiResult<FeedbackCommentPage>> =>
  (await loadRequests()).fetchFeedbackComments(number, after)

export const createFeedbackPost = async (title: string, details: string): Promise<ApiResult<ListedFeedbackPost>> =>
  (await loadRequests()).createFeedbackPost(title, details)

export const voteForFeedback = async (id: string, isVoted: boolean): Promise<ApiResult<ListedFeedbackPost>> =>
  (await loadRequests()).voteForFeedback(id, isVoted)

export const commentOnFeedback = async (id: string, text: string): Promise<ApiResult<FeedbackComment>> =>
  (await loadRequests()).commentOnFeedback(id, text)

/** An external feedback board needs this to know who looks at it. */
export interface FeedbackSignOn {
  readonly provider: 'canny' | 'quackback'
  readonly token: string
  readonly boardToken: string
  readonly sdkUrl: string
}

const signOnTimeoutMs = 10_000

/** Null when the server does not sign: the session ended, there is no access, or no answer came. */
export async function fetchFeedbackSignOn(): Promise<FeedbackSignOn | null> {
  try {
    const answer = await fetch(`${apiBase()}/sso/feedback`, {
      credentials: 'include',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(signOnTimeoutMs),
    })
    return answer.ok ? readSignOn(await answer.json()) : null
  } catch {
    return null
  }
}

function readSignOn(value: unknown): FeedbackSignOn | null {
  const { provider, token, boardToken, sdkUrl } = (value ?? {}) as Partial<Record<keyof FeedbackSignOn, unknown>>
  if (provider !== 'canny' && provider !== 'quackback') return null
  if (typeof token !== 'string' || typeof boardToken !== 'string' || typeof sdkUrl !== 'string') return null
  return { provider, token, boardToken, sdkUrl }
}
