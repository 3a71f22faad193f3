/** How much a person wants to know. all: every comment. mine: what concerns them. none: nothing. */
export const watchLevels = ['all', 'mine', 'none'] as const
export type WatchLevel = (typeof watchLevels)[number]

/** A new comment, or an edited one, with everything that decides who is notified. */
export interface CommentEvent {
  readonly commentId: string
  readonly nodeId: string
  readonly authorId: string
  /** For an edited comment, only the people who were not mentioned before. */
  readonly mentionIds: readonly string[]
  /** The people who have written in the thread. */
  readonly threadAuthorIds: readonly string[]
  readonly assigneeIds: readonly string[]
  /** An edit only notifies people who are newly mentioned. */
  readonly isEdit: boolean
}

/**
 * Decides who is notified of a comment. `people` has everybody who can see the project, with their level for this node.
 * Nobody gets two notifications of the same comment: a mention goes before the rest.
 */
export function decideCommentRecipients(
  event: CommentEvent,
  people: ReadonlyMap<string, WatchLevel>,
): ReadonlyMap<string, 'mentioned' | 'commented'> {
  const mentioned = new Set(event.mentionIds)
  const concerned = new Set([...event.threadAuthorIds, ...event.assigneeIds])
  const recipients = new Map<string, 'mentioned' | 'commented'>()
  for (const [userId, level] of people) {
    if (userId === event.authorId || level === 'none') continue
    if (mentioned.has(userId)) recipients.set(userId, 'mentioned')
    else if (!event.isEdit && (level === 'all' || concerned.has(userId))) recipients.set(userId, 'commented')
  }
  return recipients
}

/** The nodes of one write, before and after, as far as notifications depend on them. */
export interface NodeChange {
  readonly id: string
  readonly before: { readonly assigneeIds?: readonly string[]; readonly status?: string } | null
  readonly after: { readonly assigneeIds?: readonly string[]; readonly status?: string }
}

/** Returns who was newly assigned to what by somebody else. */
export function listAssignments(
  changes: readonly NodeChange[],
  actorId: string,
): readonly { readonly userId: string; readonly nodeId: string }[] {
  return changes.flatMap(({ id, before, after }) => {
    const former = new Set(before?.assigneeIds)
    const added = (after.assigneeIds ?? []).filter((userId) => !former.has(userId) && userId !== actorId)
    return added.map((userId) => ({ userId, nodeId: id }))
  })
}

/** Returns the nodes that were done by the change. */
export const listFinished = (changes: readonly NodeChange[]): readonly string[] =>
  changes
    .filter(({ before, after }) => before !== null && after.status === 'done' && before.status !== 'done')
    .map(({ id }) => id)
