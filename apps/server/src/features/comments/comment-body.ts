import { commentLimits, commentTexts, readMentionIds, toPlainText } from '@espalier/domain'
import { readProjectMembers } from '../../database/projects.ts'
import { sanitizeInput } from '../../security/sanitize-input.ts'
import { badInputError, type ProjectWrite } from '../projects/index.ts'

/** A comment's text as it is stored, with the people whom it mentions. */
export interface CommentBody {
  readonly body: string
  readonly mentionIds: readonly string[]
}

/** Escaping makes a text longer, so its length is checked before and after. */
export async function readCommentBody(given: string): Promise<CommentBody> {
  const body = (await sanitizeInput(requireShort(given), 'body', 'comment')).trim()
  if (toPlainText(body) === '') throw badInputError(commentTexts.empty, 'body')
  return { body: requireShort(body), mentionIds: readMentionIds(body) }
}

function requireShort(text: string): string {
  if (text.length > commentLimits.characters) throw badInputError(commentTexts.tooLong, 'body')
  return text
}

/** Somebody who is not in the project and somebody who does not exist get the same answer. */
export async function requireMentionable({ tx, project }: ProjectWrite, mentionIds: readonly string[]): Promise<void> {
  if (mentionIds.length === 0) return
  const members = (await readProjectMembers(tx.client, [project.id])).get(project.id) ?? {}
  const isInProject = (id: string): boolean => id === project.owner || Object.hasOwn(members, id)
  if (!mentionIds.every(isInProject)) throw badInputError(commentTexts.stranger, 'body')
}
