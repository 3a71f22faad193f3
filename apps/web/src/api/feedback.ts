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

// The GraphQL client is heavy: it comes with the first question.
const loadRequests = () => import('./feedback-requests.ts')

export const fetchFeedbackPosts = async (
  question: FeedbackFilter,
  after: string | null,
): Promise<ApiResult<FeedbackPostPage>> => (await loadRequests()).fetchFeedbackPosts(question, after)

/** Posts that may say the same as a title; none where nobody can tell. */
export const fetchSimilarFeedback = async (title: string): Promise<readonly ListedFeedbackPost[]> =>
  (await loadRequests()).fetchSimilarFeedback(title)

/** NOT_FOUND where there is none; the page says nothing about it by itself. */
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

/** What another service's board needs to know who looks at it. */
export interface FeedbackSignOn {
  readonly provider: 'canny' | 'quackback'
  readonly token: string
  readonly boardToken: string
  readonly sdkUrl: string
}

const signOnTimeoutMs = 10_000

/** Null where the server does not sign: signed out meanwhile, no access, or no answer. */
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
