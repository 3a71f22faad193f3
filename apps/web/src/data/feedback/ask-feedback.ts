import type { ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'
import {
  commentMutation,
  commentsQuery,
  createMutation,
  postQuery,
  postsQuery,
  similarQuery,
  voteMutation,
} from './documents.ts'
import type { BoardPage, BoardQuestion, Comment, CommentPage, ListedPost, Post } from './post.ts'

const missing: readonly ErrorCode[] = ['NOT_FOUND']
/** The form or the button that was pressed says these itself. */
const told: readonly ErrorCode[] = ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED']

export const fetchPosts = (question: BoardQuestion, after: string | null): Promise<ApiAnswer<BoardPage>> =>
  answerOf(async () => (await apiClient().ask(postsQuery, { variables: { ...question, after } })).feedbackPosts)

/** Only a help while one types: where it fails, there is none. */
export async function fetchSimilar(title: string): Promise<readonly ListedPost[]> {
  const answer = await answerOf(() => apiClient().ask(similarQuery, { variables: { title }, context: quietly }))
  return answer.ok ? answer.value.similarFeedback : []
}

export const fetchPost = (number: number): Promise<ApiAnswer<Post>> =>
  answerOf(async () => {
    const request = { variables: { number }, context: dealingWith(...missing) }
    return present((await apiClient().ask(postQuery, request)).feedbackPost)
  }, missing)

export const fetchComments = (number: number, after: number): Promise<ApiAnswer<CommentPage>> =>
  answerOf(async () => {
    const request = { variables: { number, after }, context: dealingWith(...missing) }
    return present((await apiClient().ask(commentsQuery, request)).feedbackPost).comments
  }, missing)

function present<Found>(found: Found | null): Found {
  if (found === null) throw new Error('The API answered without a post and without a reason')
  return found
}

export const createPost = (title: string, details: string): Promise<ApiAnswer<ListedPost>> =>
  answerOf(async () => {
    const request = { variables: { title, details }, context: dealingWith(...told) }
    return (await apiClient().ask(createMutation, request)).createFeedback
  }, told)

export const votePost = (id: string, isVoted: boolean): Promise<ApiAnswer<ListedPost>> =>
  answerOf(async () => {
    const request = { variables: { id, isVoted }, context: dealingWith(...told) }
    return (await apiClient().ask(voteMutation, request)).voteFeedback
  }, told)

export const commentPost = (id: string, text: string): Promise<ApiAnswer<Comment>> =>
  answerOf(async () => {
    const request = { variables: { id, text }, context: dealingWith(...told) }
    return (await apiClient().ask(commentMutation, request)).commentFeedback
  }, told)
