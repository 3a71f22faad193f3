import type { Api, ErrorCode } from '@espalier/schema'
import { apiClient } from './graphql/api-client.ts'
import { gql, type TypedDocumentNode } from './graphql/gql.ts'
import { dealingWith, quietly } from './graphql/own-codes.ts'
import { type ApiResult, toApiResult } from './api-result.ts'

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

const postFields = gql`
  fragment FeedbackPostFields on FeedbackPost {
    id
    number
    slug
    title
    details
    status
    duplicateOf {
      slug
      title
    }
    author {
      name
      picture
    }
    votes
    hasVoted
    commentCount
    createdAt
  }
`

const commentFields = gql`
  fragment FeedbackCommentFields on FeedbackComment {
    number
    author {
      name
      picture
    }
    text
    status
    createdAt
  }
`

const postsQuery: TypedDocumentNode<
  { readonly feedbackPosts: FeedbackPostPage },
  FeedbackFilter & { readonly after: string | null }
> = gql`
  query FeedbackPosts($sort: FeedbackSort!, $status: FeedbackStatus, $search: String!, $after: String) {
    feedbackPosts(sort: $sort, status: $status, search: $search, after: $after) {
      posts {
        ...FeedbackPostFields
      }
      next
    }
  }
  ${postFields}
`

const similarPostsQuery: TypedDocumentNode<
  { readonly similarFeedback: readonly ListedFeedbackPost[] },
  { readonly title: string }
> = gql`
  query SimilarFeedback($title: String!) {
    similarFeedback(title: $title) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

const postQuery: TypedDocumentNode<{ readonly feedbackPost: FeedbackPost | null }, { readonly number: number }> = gql`
  query FeedbackPost($number: Int!) {
    feedbackPost(number: $number) {
      ...FeedbackPostFields
      comments {
        comments {
          ...FeedbackCommentFields
        }
        hasMore
      }
    }
  }
  ${postFields}
  ${commentFields}
`

const commentsQuery: TypedDocumentNode<
  { readonly feedbackPost: { readonly comments: FeedbackCommentPage } | null },
  { readonly number: number; readonly after: number }
> = gql`
  query FeedbackComments($number: Int!, $after: Int!) {
    feedbackPost(number: $number) {
      comments(after: $after) {
        comments {
          ...FeedbackCommentFields
        }
        hasMore
      }
    }
  }
  ${commentFields}
`

const createPostMutation: TypedDocumentNode<
  { readonly createFeedback: ListedFeedbackPost },
  { readonly title: string; readonly details: string }
> = gql`
  mutation CreateFeedback($title: String!, $details: String!) {
    createFeedback(title: $title, details: $details) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

const votePostMutation: TypedDocumentNode<
  { readonly voteFeedback: ListedFeedbackPost },
  { readonly id: string; readonly isVoted: boolean }
> = gql`
  mutation VoteFeedback($id: ID!, $isVoted: Boolean!) {
    voteFeedback(id: $id, isVoted: $isVoted) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

const commentPostMutation: TypedDocumentNode<
  { readonly commentFeedback: FeedbackComment },
  { readonly id: string; readonly text: string }
> = gql`
  mutation CommentFeedback($id: ID!, $text: String!) {
    commentFeedback(id: $id, text: $text) {
      ...FeedbackCommentFields
    }
  }
  ${commentFields}
`

const notFoundCodes: readonly ErrorCode[] = ['NOT_FOUND']
/** The form or the button that was pressed says these itself. */
const formHandledCodes: readonly ErrorCode[] = ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED']

export const fetchFeedbackPosts = (
  question: FeedbackFilter,
  after: string | null,
): Promise<ApiResult<FeedbackPostPage>> =>
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
