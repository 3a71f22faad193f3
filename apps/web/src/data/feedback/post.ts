import type { Api } from '@espalier/contract'

/** A post as a list shows it. */
export type ListedFeedbackPost = Omit<Api.FeedbackPost, 'comments'>
export type FeedbackComment = Api.FeedbackComment
export type FeedbackCommentPage = Api.FeedbackComments
export type FeedbackPost = Api.FeedbackPost
export type FeedbackAuthor = Api.FeedbackAuthor

export interface FeedbackPostPage {
  readonly posts: readonly ListedFeedbackPost[]
  readonly next: string | null
}

export interface FeedbackFilter {
  readonly sort: Api.FeedbackSort
  readonly status: Api.FeedbackStatus | null
  readonly search: string
}
