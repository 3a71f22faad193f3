import { shortenText, toExcerpt } from '@espalier/domain'
import type { NotificationValue } from '@espalier/schema/server'
import type { Person } from '../../ports/identities.ts'
import { notificationTexts } from '../../texts/notifications.ts'
import { type People, toPublicUser } from '../people/index.ts'
import type { NotificationRow } from './read-store.ts'

export interface NotificationViewOptions {
  readonly people: Pick<People, 'find'>
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
}

/** A person's name, or the address if they have given none. */
function describeByName({ firstname, lastname, email }: Person): string {
  const name = [firstname, lastname].flatMap((part) => part?.trim() || []).join(' ')
  return name === '' ? email : name
}

/** Returns the sentence of a notification as plain text. */
export function describeNotification(row: NotificationRow, by: string): string {
  // The title of a node is rich text, that of a project is plain: what looks like a tag there is a word.
  const title = row.nodeTitle === null ? shortenText(row.projectTitle) : toExcerpt(row.nodeTitle)
  const excerpt = row.commentBody === null ? '' : toExcerpt(row.commentBody)
  const withExcerpt = (sentence: string): string =>
    excerpt === '' ? sentence : notificationTexts.withExcerpt(sentence, excerpt)
  switch (row.kind) {
    case 'mentioned':
      return withExcerpt(notificationTexts.mentioned(by, title))
    case 'commented':
      return withExcerpt(notificationTexts.commented(by, title))
    case 'assigned':
      return notificationTexts.assigned(by, title)
    case 'unblocked':
      return notificationTexts.unblocked(title)
    case 'due':
      return notificationTexts[row.isPast ? 'overdue' : 'due'](title, row.dueDate ?? '')
    case 'shared':
      return notificationTexts.shared(by, title)
    case 'proposal':
      return notificationTexts.proposal(by, title)
  }
}

/** Adds the people and the sentences. */
export async function toNotificationViews(
  { people, apiUrl }: NotificationViewOptions,
  rows: readonly NotificationRow[],
): Promise<readonly NotificationValue[]> {
  const found = await people.find([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))])
  return rows.map((row) => {
    const person = row.actorId === null ? undefined : found.get(row.actorId)
    return {
      id: row.id,
      kind: row.kind,
      at: row.at,
      isRead: row.isRead,
      by: person === undefined ? null : toPublicUser(person, apiUrl()),
      projectId: row.projectId,
      nodeId: row.nodeId,
      commentId: row.commentId,
      text: describeNotification(row, person === undefined ? notificationTexts.somebody : describeByName(person)),
      projectTitle: row.projectTitle,
      nodeTitle: row.nodeTitle === null ? null : toExcerpt(row.nodeTitle),
    }
  })
}
