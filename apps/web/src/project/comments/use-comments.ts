import { canComment, findRole, isMember } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { useEffect, useMemo, useState } from 'react'
import { useAccess } from '../../api/account/access.ts'
import type { Comment } from '../../api/comments.ts'
import { useAuth } from '../../api/session/session.ts'
import { type Cell, createCell, useCell } from '../../platform/cell.ts'
import type { UnsentComment } from './comment-outbox.ts'
import { type CommentList, getProjectComments, type ProjectComments } from './project-comments.ts'

export interface CommentRights {
  /** Null: nobody is signed in. */
  readonly personId: string | null
  /** Visitors by a link see no comments. */
  readonly canRead: boolean
  readonly canWrite: boolean
  /** People who can edit the project may also delete the comments of others. */
  readonly canModerate: boolean
}

export function useCommentRights(client: ProjectClient): CommentRights {
  const project = useCell(client.project)
  const canEdit = useCell(client.canEdit)
  const auth = useAuth()
  const personId = auth.kind === 'person' ? auth.person.id : null
  const role = findRole(personId, project)
  const access = useAccess()
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const { viewersMayComment } = project
  const canRead = personId !== null && isMember(role)
  // A viewer does not see a project in the trash.
  const canWrite = canEdit || canComment({ role, status: 'active', hasProductAccess, viewersMayComment })
  return useMemo(() => ({ personId, canRead, canWrite, canModerate: canEdit }), [personId, canRead, canWrite, canEdit])
}

/** A comment as it is shown: stored, or still on its way. */
export interface ShownComment extends Comment {
  /** Null: the server has it. */
  readonly unsent: UnsentComment | null
}

export interface ShownThread {
  readonly first: ShownComment
  readonly replies: readonly ShownComment[]
}

const nothingUnsent: Cell<readonly UnsentComment[]> = createCell<readonly UnsentComment[]>([])
const loadingList: Cell<CommentList> = createCell<CommentList>({ state: 'loading', comments: [] })

/** Opens the comments of the project; null until what is stored on the device was read. */
export function useProjectComments(client: ProjectClient, personId: string): ProjectComments | null {
  const [comments, setComments] = useState<ProjectComments | null>(null)
  useEffect(() => {
    let isOver = false
    void getProjectComments(client, personId).then((opened) => {
      if (!isOver) setComments(opened)
    })
    return () => {
      isOver = true
    }
  }, [client, personId])
  return comments
}

/** Returns the threads of a node, and follows what others write in them. */
export function useThreads(comments: ProjectComments | null, nodeId: string) {
  const { state, comments: sent } = useCell(comments?.getList(nodeId) ?? loadingList)
  const unsent = useCell(comments?.outbox.unsent ?? nothingUnsent)
  useEffect(() => {
    void comments?.load(nodeId)
    return comments?.follow(nodeId)
  }, [comments, nodeId])
  const threads = useMemo(() => {
    const own = unsent.filter((one) => one.nodeId === nodeId && !sent.some(({ id }) => id === one.id))
    return groupThreads([...sent.map(showStored), ...own.map(showUnsent)])
  }, [sent, unsent, nodeId])
  return { state, threads }
}

const shownComments = new WeakMap<Comment | UnsentComment, ShownComment>()

/** A comment that has not changed is the same object as before, so that it is not drawn again with every new one. */
function showOnce<Given extends Comment | UnsentComment>(
  given: Given,
  show: (given: Given) => ShownComment,
): ShownComment {
  const known = shownComments.get(given) ?? show(given)
  shownComments.set(given, known)
  return known
}

const showStored = (stored: Comment): ShownComment => showOnce(stored, (one) => ({ ...one, unsent: null }))

const showUnsent = (given: UnsentComment): ShownComment =>
  showOnce(given, (unsent) => ({
    ...unsent,
    unsent,
    author: null,
    editedAt: null,
    resolvedAt: null,
    isDeleted: false,
    reactions: [],
  }))

/** A deleted comment is shown only if somebody has answered it. */
function groupThreads(comments: readonly ShownComment[]): readonly ShownThread[] {
  return comments
    .filter(({ parentId }) => parentId === null)
    .map((first) => ({
      first,
      replies: comments.filter(({ parentId, isDeleted }) => parentId === first.id && !isDeleted),
    }))
    .filter(({ first, replies }) => !first.isDeleted || replies.length > 0)
}
