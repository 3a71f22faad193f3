import type { ApiAnswer } from '../projects/index.ts'
import type { BoardPage, BoardQuestion, Comment, CommentPage, ListedPost, Post } from './post.ts'

export type { Author, BoardPage, BoardQuestion, Comment, CommentPage, ListedPost, Post } from './post.ts'
export { fetchSignOn, type BoardSignOn } from './sign-on.ts'

// The GraphQL client is heavy: it comes with the first question.
const api = () => import('./ask-feedback.ts')

export const fetchPosts = async (question: BoardQuestion, after: string | null): Promise<ApiAnswer<BoardPage>> =>
  (await api()).fetchPosts(question, after)

/** Posts that may say the same as a title; none where nobody can tell. */
export const fetchSimilar = async (title: string): Promise<readonly ListedPost[]> => (await api()).fetchSimilar(title)

/** NOT_FOUND where there is none; the page says nothing about it by itself. */
export const fetchPost = async (number: number): Promise<ApiAnswer<Post>> => (await api()).fetchPost(number)

export const fetchComments = async (number: number, after: number): Promise<ApiAnswer<CommentPage>> =>
  (await api()).fetchComments(number, after)

export const createPost = async (title: string, details: string): Promise<ApiAnswer<ListedPost>> =>
  (await api()).createPost(title, details)

export const votePost = async (id: string, isVoted: boolean): Promise<ApiAnswer<ListedPost>> =>
  (await api()).votePost(id, isVoted)

export const commentPost = async (id: string, text: string): Promise<ApiAnswer<Comment>> =>
  (await api()).commentPost(id, text)
