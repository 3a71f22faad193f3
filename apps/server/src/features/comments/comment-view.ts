import type { CommentValue } from '@espalier/schema/server'
import { type People, toPublicUser } from '../people/index.ts'
import type { CommentRow } from './store.ts'

export interface CommentViewOptions {
  readonly people: Pick<People, 'find'>
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
}

/** Adds the authors. A person who no longer exists is null. */
export async function toCommentViews(
  { people, apiUrl }: CommentViewOptions,
  rows: readonly CommentRow[],
): Promise<readonly CommentValue[]> {
  const found = await people.find([...new Set(rows.map(({ authorId }) => authorId))])
  return rows.map((row) => {
    const author = found.get(row.authorId)
    return {
      id: row.id,
      nodeId: row.nodeId,
      parentId: row.parentId,
      reactions: row.reactions,
      author: author === undefined ? null : toPublicUser(author, apiUrl()),
      body: row.body,
      createdAt: row.createdAt,
      editedAt: row.editedAt,
      resolvedAt: row.resolvedAt,
      isDeleted: row.isDeleted,
      mentionIds: row.mentionIds,
    }
  })
}
