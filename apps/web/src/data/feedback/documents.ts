import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import type { FeedbackPostPage, FeedbackComment, FeedbackCommentPage, ListedFeedbackPost, FeedbackPost } from './post.ts'

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

export const postsQuery: TypedDocumentNode<{ readonly feedbackPosts: FeedbackPostPage }, Api.QueryFeedbackPostsArgs> = gql`
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

export const similarPostsQuery: TypedDocumentNode<
  { readonly similarFeedback: readonly ListedFeedbackPost[] },
  Api.QuerySimilarFeedbackArgs
> = gql`
  query SimilarFeedback($title: String!) {
    similarFeedback(title: $title) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

export const postQuery: TypedDocumentNode<{ readonly feedbackPost: FeedbackPost | null }, { readonly number: number }> = gql`
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

export const createPostMutation: TypedDocumentNode<
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

export const votePostMutation: TypedDocumentNode<{ readonly voteFeedback: ListedFeedbackPost }, Api.MutationVoteFeedbackArgs> = gql`
  mutation VoteFeedback($id: ID!, $isVoted: Boolean!) {
    voteFeedback(id: $id, isVoted: $isVoted) {
      ...FeedbackPostFields
    }
  }
  ${postFields}
`

export const commentPostMutation: TypedDocumentNode<
  { readonly commentFeedback: FeedbackComment },
  Api.MutationCommentFeedbackArgs
> = gql`
  mutation CommentFeedback($id: ID!, $text: String!) {
    commentFeedback(id: $id, text: $text) {
      ...FeedbackCommentFields
    }
  }
  ${commentFields}
`
