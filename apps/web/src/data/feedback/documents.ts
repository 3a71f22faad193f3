import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import type { BoardPage, Comment, CommentPage, ListedPost, Post } from './post.ts'

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

export const postsQuery: TypedDocumentNode<{ readonly feedbackPosts: BoardPage }, Api.QueryFeedbackPostsArgs> = gql`
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

export const similarQuery: TypedDocumentNode<
  { readonly similarFeedback: readonly ListedPost[] },
  Api.QuerySimilarFeedbackArgs
> = gql`
  query SimilarFeedback($title: String!) {
    similarFeedback(title: $title) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

export const postQuery: TypedDocumentNode<{ readonly feedbackPost: Post | null }, { readonly number: number }> = gql`
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

export const commentsQuery: TypedDocumentNode<
  { readonly feedbackPost: { readonly comments: CommentPage } | null },
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

export const createMutation: TypedDocumentNode<
  { readonly createFeedback: ListedPost },
  { readonly title: string; readonly details: string }
> = gql`
  mutation CreateFeedback($title: String!, $details: String!) {
    createFeedback(title: $title, details: $details) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

export const voteMutation: TypedDocumentNode<{ readonly voteFeedback: ListedPost }, Api.MutationVoteFeedbackArgs> = gql`
  mutation VoteFeedback($id: ID!, $isVoted: Boolean!) {
    voteFeedback(id: $id, isVoted: $isVoted) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

export const commentMutation: TypedDocumentNode<
  { readonly commentFeedback: Comment },
  Api.MutationCommentFeedbackArgs
> = gql`
  mutation CommentFeedback($id: ID!, $text: String!) {
    commentFeedback(id: $id, text: $text) {
      ...FeedbackCommentFields
    }
  }
  ${commentFields}
`
