import { canComment, canEdit, commentTexts, type Role } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { type AccessRule, allowMembers, allowViewers, type Caller, type ProjectWrite } from '../projects/index.ts'

/**
 * The policy of comments. Everybody who sees the project may ask for them, and gets none unless they are named in it.
 * Writing is for people who are named in the project; the functions below decide the rest, because it depends on the
 * comment.
 */
export const commentPolicy = {
  'comments.read': allowViewers,
  'comment.write': allowMembers,
} as const satisfies Record<string, AccessRule>

const toStandpoint = ({ project }: ProjectWrite, role: Role, { viewer }: Caller) => ({
  role,
  status: project.status,
  hasProductAccess: viewer.hasAccess,
  viewersMayComment: project.viewers_may_comment,
})

/** A program that may propose comments with the rights of its person; `token-rights.ts` refuses the others. */
export function requireCommenter(write: ProjectWrite, caller: Caller): void {
  if (!canComment(toStandpoint(write, write.personRole, caller)))
    throw new ApiError('FORBIDDEN', commentTexts.mayNotComment)
}

/** A comment is removed by its author, even if they may no longer comment, or by people who can edit the project. */
export function requireRemover(write: ProjectWrite, caller: Caller, authorId: string): void {
  if (authorId === caller.viewer.person.id || canEdit(toStandpoint(write, write.role, caller))) return
  throw new ApiError('FORBIDDEN', commentTexts.mayNotComment)
}
