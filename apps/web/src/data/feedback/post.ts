import type { Api } from '@espalier/contract'

/** A post as a list shows it. */
export type ListedPost = Omit<Api.FeedbackPost, 'comments'>
export type Comment = Api.FeedbackComment
export type CommentPage = Api.FeedbackComments
export type Post = Api.FeedbackPost
export type Author = Api.FeedbackAuthor

export interface BoardPage {
  readonly posts: readonly ListedPost[]
  readonly next: string | null
}

export interface BoardQuestion {
  readonly sort: Api.FeedbackSort
  readonly status: Api.FeedbackStatus | null
  readonly search: string
}
