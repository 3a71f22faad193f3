import { sharingLimits } from '@espalier/domain'
import type { ClientBase } from 'pg'

import type { Database } from '../../database/database.ts'
import { ApiError } from '../../transport/api-error.ts'
import { projectSharedMail, type Mailer } from '../mail/index.ts'
import type { ProjectWrite } from './project-write.ts'
import type { PreparedSharing } from './share-project.ts'
import type { Caller } from './writes.ts'

export interface ShareMailOptions {
  readonly mailer: Mailer
  readonly productName: string
  /** The page's address, such as https://example.com. */
  webUrl(): string
  /** Where the reader of a mail can end mails like it. */
  buildUnsubscribeUrl?(address: string): string
}

/** One mail to each who is new, committed with the sharing itself. */
export async function mailAddedPeople(
  write: ProjectWrite,
  caller: Caller,
  { input, people, addedIds }: PreparedSharing & { readonly addedIds: readonly string[] },
  options: ShareMailOptions,
): Promise<void> {
  if (input.notify !== true || addedIds.length === 0) return
  const { person: sender } = caller.viewer
  const recipientIds = await claimShareMails(write, sender.id, addedIds)
  for (const id of recipientIds) {
    const person = people.get(id)
    if (person === undefined) continue
    const mail = projectSharedMail({
      to: person.email,
      firstname: person.firstname,
      productName: options.productName,
      sharedBy: sender.email,
      title: write.project.title,
      message: input.notificationText ?? '',
      url: new URL(`/tree/${write.project.id}`, options.webUrl()).href,
      ...(options.buildUnsubscribeUrl && { unsubscribeUrl: options.buildUnsubscribeUrl(person.email) }),
    })
    await options.mailer.send(mail, { tx: write.tx.client })
  }
}

const daySeconds = 24 * 60 * 60
const oneDayAgoSql = `$3::timestamptz - interval '1 day'`

// One mail for a person, a project and a day, and only so many of one sender to one person.
const dueRecipientsSql = `
  select recipient.id from unnest($4::text[]) as recipient(id)
  where not exists (
      select from share_mails where project_id = $1 and recipient_id = recipient.id and sent_at > ${oneDayAgoSql})
    and (select count(*) from share_mails
      where sender_id = $2 and recipient_id = recipient.id and sent_at > ${oneDayAgoSql}) < $5`

const sentMailsSql = `
  select count(*)::int as count, min(sent_at) as oldest from share_mails where sender_id = $1 and sent_at > $2`

/** Those who get a mail now. Who got one about this project within a day gets none; too many in all are refused. */
async function claimShareMails(
  { project, tx: { client }, at }: ProjectWrite,
  senderId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  // Two requests of one sender, for different projects, must not both count before either has stored.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`share mails of ${senderId}`])
  const due = await client.query<{ id: string }>(dueRecipientsSql, [
    project.id,
    senderId,
    at,
    ids,
    sharingLimits.mailsPerPairAndDay,
  ])
  const recipientIds = due.rows.map(({ id }) => id)
  if (recipientIds.length === 0) return []
  await requireMailsLeft(client, senderId, at, recipientIds.length)
  await client.query(
    `insert into share_mails (project_id, recipient_id, sender_id, sent_at)
     select $1, recipient.id, $2, $3 from unnest($4::text[]) as recipient(id)
     on conflict (project_id, recipient_id) do update set sender_id = excluded.sender_id, sent_at = excluded.sent_at`,
    [project.id, senderId, at, recipientIds],
  )
  return recipientIds
}

async function requireMailsLeft(client: ClientBase, senderId: string, at: Date, more: number): Promise<void> {
  const dayAgo = new Date(at.getTime() - daySeconds * 1000)
  const { rows } = await client.query<{ count: number; oldest: Date | null }>(sentMailsSql, [senderId, dayAgo])
  const { count, oldest } = rows[0] ?? { count: 0, oldest: null }
  if (count + more <= sharingLimits.mailsPerSenderAndDay) return
  const retryAfter = Math.max(1, Math.ceil(((oldest ?? at).getTime() - dayAgo.getTime()) / 1000))
  throw new ApiError(
    'RATE_LIMITED',
    `You can send ${sharingLimits.mailsPerSenderAndDay} mails about shared projects a day. Share without Notify, or try again later.`,
    { retryAfter },
  )
}

/** Drops what no longer limits anything. */
export const deleteOldShareMails = ({ pool }: Database): Promise<unknown> =>
  pool.query(`delete from share_mails where sent_at < now() - interval '1 day'`)
