import type { ProjectClient } from '@espalier/sync'
import { createCommentCopy } from '@espalier/sync/comment-copy'
import {
  type Comment,
  deleteComment,
  editComment,
  fetchComments,
  followComments,
  resolveThread,
  toggleReaction,
} from '../../api/comments.ts'
import { openDevice } from '../../api/device-storage.ts'
import type { ApiFailure, ApiResult } from '../../api/graphql/api-result.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { type Cell, createCell, type WritableCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { type CommentOutbox, createCommentOutbox } from './comment-outbox.ts'
import { type CommentTexts, openCommentTexts } from './comment-texts.ts'

/** The comments of a node. Those that were loaded once are shown also while they cannot be loaded again. */
export interface CommentList {
  readonly state: 'loading' | 'loaded' | 'failed'
  /** The oldest come first. */
  readonly comments: readonly Comment[]
}

/** The comments of an open project. Every change is shown at once and taken back if the server refuses it. */
export interface ProjectComments {
  readonly outbox: CommentOutbox
  readonly texts: CommentTexts
  getList(nodeId: string): Cell<CommentList>
  load(nodeId: string): Promise<void>
  /** Receives what others write about a node until the returned function is called. */
  follow(nodeId: string): () => void
  edit(comment: Comment, body: string): Promise<ApiFailure | null>
  remove(comment: Comment): Promise<ApiFailure | null>
  resolve(comment: Comment, isResolved: boolean): Promise<ApiFailure | null>
  react(comment: Comment, emoji: string): Promise<ApiFailure | null>
}

const emptyList: CommentList = { state: 'loading', comments: [] }

/** The latest opening of each project in this tab. */
const latestOpenings = new Map<string, object>()

async function openProjectComments(client: ProjectClient, personId: string): Promise<ProjectComments> {
  const { id: projectId } = client.project.get()
  const lists = new Map<string, WritableCell<CommentList>>()
  const [texts, { records }] = await Promise.all([openCommentTexts(personId, projectId), openDevice(personId)])
  const copy = records === null ? null : createCommentCopy(records, personId)
  latestOpenings.set(projectId, lists)
  const followed: string[] = []
  let stopFollowing: (() => void) | null = null

  function getList(nodeId: string): WritableCell<CommentList> {
    const known = lists.get(nodeId)
    if (known !== undefined) return known
    const created = createCell(emptyList)
    lists.set(nodeId, created)
    return created
  }

  /** A comment that nobody has loaded is loaded with the others of its node. */
  function put(comment: Comment): void {
    const list = lists.get(comment.nodeId)
    if (list === undefined) return
    const { state, comments: before } = list.get()
    const comments = putComment(before, comment)
    list.set({ state, comments })
    if (state === 'loaded') storeCopy(comment.nodeId, comments)
  }

  async function load(nodeId: string): Promise<void> {
    const list = getList(nodeId)
    if (list.get() === emptyList) await showCopy(nodeId)
    const before = list.get().comments
    const answer = await fetchComments(projectId, nodeId)
    const now = list.get().comments
    if (!answer.ok) list.set({ state: now.length > 0 ? 'loaded' : 'failed', comments: now })
    // Comments that arrived meanwhile are newer than the answer.
    else {
      const comments = now.filter((one) => !before.includes(one)).reduce(putComment, answer.value)
      list.set({ state: 'loaded', comments })
      storeCopy(nodeId, comments)
    }
  }

  /** Comments that were read before are shown until the server answers. */
  async function showCopy(nodeId: string): Promise<void> {
    const copied = await copy?.read(projectId, nodeId).catch(() => null)
    const list = getList(nodeId)
    if (copied != null && list.get() === emptyList) {
      list.set({ state: 'loading', comments: copied as readonly Comment[] })
    }
  }

  // The comments work without a copy.
  const storeCopy = (nodeId: string, comments: readonly Comment[]): void =>
    void copy?.write(projectId, nodeId, comments).catch(() => undefined)

  // Comments that were loaded before the project was stored could not be stored with it.
  client.isStored.subscribe(() => {
    for (const [nodeId, list] of lists) {
      const { state, comments } = list.get()
      if (state === 'loaded') storeCopy(nodeId, comments)
    }
  })

  const reloadFollowed = (): void => {
    for (const nodeId of new Set(followed)) void load(nodeId)
  }

  async function change(
    comment: Comment,
    expected: Partial<Comment>,
    sent: Promise<ApiResult<Comment | boolean>>,
  ): Promise<ApiFailure | null> {
    const shown = { ...comment, ...expected }
    put(shown)
    const answer = await sent
    if (answer.ok) {
      if (typeof answer.value !== 'boolean') put(answer.value)
      return null
    }
    // Somebody else may have changed it since.
    const isUntouched = getList(comment.nodeId).get().comments.includes(shown)
    if (isUntouched) put(comment)
    return answer
  }

  return {
    outbox: createCommentOutbox({
      texts,
      isCurrent: () => latestOpenings.get(projectId) === lists && currentPersonId() === personId,
      onSent: put,
    }),
    texts,
    getList,
    load,
    follow(nodeId) {
      followed.push(nodeId)
      stopFollowing ??= followComments(projectId, { next: put, connected: reloadFollowed })
      return () => {
        followed.splice(followed.indexOf(nodeId), 1)
        if (followed.length > 0) return
        stopFollowing?.()
        stopFollowing = null
      }
    },
    edit: (comment, body) => change(comment, { body, editedAt: clock.now() }, editComment(comment.id, body)),
    remove: (comment) => change(comment, { isDeleted: true, body: '' }, deleteComment(comment.id)),
    resolve: (comment, isResolved) =>
      change(comment, { resolvedAt: isResolved ? clock.now() : null }, resolveThread(comment.id, isResolved)),
    react: (comment, emoji) =>
      change(comment, { reactions: toggle(comment.reactions, emoji, personId) }, toggleReaction(comment.id, emoji)),
  }
}

function putComment(comments: readonly Comment[], comment: Comment): readonly Comment[] {
  const index = comments.findIndex(({ id }) => id === comment.id)
  if (index >= 0) return comments.with(index, comment)
  return [...comments, comment].sort((one, other) => one.createdAt - other.createdAt)
}

function toggle(reactions: Comment['reactions'], emoji: string, personId: string): Comment['reactions'] {
  const present = reactions.find((one) => one.emoji === emoji)
  if (present === undefined) return [...reactions, { emoji, userIds: [personId] }]
  const userIds = present.userIds.includes(personId)
    ? present.userIds.filter((id) => id !== personId)
    : [...present.userIds, personId]
  return reactions.map((one) => (one === present ? { emoji, userIds } : one)).filter((one) => one.userIds.length > 0)
}

const opened = new WeakMap<ProjectClient, Promise<ProjectComments>>()

/** Opens the comments of a project once. What is unsent on this device is sent from then on. */
export function getProjectComments(client: ProjectClient, personId: string): Promise<ProjectComments> {
  const known = opened.get(client)
  if (known !== undefined) return known
  const opening = openProjectComments(client, personId)
  opened.set(client, opening)
  return opening
}
