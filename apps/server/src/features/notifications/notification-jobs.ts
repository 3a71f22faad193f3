import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Person } from '../../ports/identities.ts'
import { notificationTexts } from '../../texts/notifications.ts'
import { type Mailer, notificationsMail } from '../mail/index.ts'
import { readAccountsByUserId } from '../people/index.ts'
import { claimDigest, claimForMail, type MailRecipient, readRecipients } from './mail-store.ts'
import { describeNotification } from './notification-view.ts'
import { type NotificationRow, readNotificationsById } from './read-store.ts'
import { deleteOldNotifications, storeDueNotifications } from './store.ts'

export interface NotificationJobOptions {
  readonly database: Database
  readonly mailer: Mailer
  readonly bus: Pick<Bus, 'publish'>
  readonly productName: string
  /** The page's URL. */
  webUrl(): string
  /** The URL with which the reader of a mail can unsubscribe. */
  buildUnsubscribeUrl(address: string): string
  readonly now?: () => Date
}

type NotificationJobs = Pick<JobRunners, 'mail-notifications' | 'notify-due-dates' | 'forget-notifications'>

export const notificationJobRunners = (options: NotificationJobOptions): NotificationJobs => {
  const { database, bus, now = () => new Date() } = options
  return {
    'mail-notifications': () => mailNotifications(options, now()),
    'notify-due-dates': async () => {
      const ids = await storeDueNotifications(database.pool, now())
      if (ids.length > 0) bus.publish({ kind: 'notifications-added', ids })
    },
    'forget-notifications': () => deleteOldNotifications(database.pool),
  }
}

async function mailNotifications(options: NotificationJobOptions, now: Date): Promise<void> {
  const { pool } = options.database
  for (const recipient of await readRecipients(pool, 'immediately')) await mailAtOnce(options, recipient)
  for (const recipient of await readRecipients(pool, 'daily')) await mailDigest(options, recipient, now)
}

/**
 * The claim and the mail are stored in one transaction: if the server dies, both are undone, and another server
 * that runs at the same time finds nothing to claim.
 */
const mailAtOnce = ({ database, ...options }: NotificationJobOptions, { userId }: MailRecipient): Promise<void> =>
  database.transaction(async ({ client }) => {
    const ids = await claimForMail(client, userId, 'immediately')
    if (ids.length > 0) await queueMail({ ...options, client }, userId, ids)
  })

/** The hour of the day at which the digest comes, where the person is. */
const digestHour = 8

async function mailDigest(
  { database, ...options }: NotificationJobOptions,
  { userId, timeZone }: MailRecipient,
  now: Date,
): Promise<void> {
  const { day, hour } = readLocalTime(now, timeZone ?? 'UTC')
  if (hour < digestHour) return
  await database.transaction(async ({ client }) => {
    if (!(await claimDigest(client, userId, day))) return
    const ids = await claimForMail(client, userId, 'daily')
    if (ids.length > 0) await queueMail({ ...options, client }, userId, ids)
  })
}

/** A time zone that was known when it was stored may be unknown after an update. */
function readLocalTime(now: Date, timeZone: string): { readonly day: string; readonly hour: number } {
  try {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)
    return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
  } catch {
    return readLocalTime(now, 'UTC')
  }
}

type TransactionClient = Parameters<Parameters<Database['transaction']>[0]>[0]['client']

/** More are only counted. */
const mostInMail = 30

async function queueMail(
  options: Omit<NotificationJobOptions, 'database'> & { readonly client: TransactionClient },
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const { client, mailer, productName } = options
  const shown = (await readNotificationsById(client, ids.slice(0, mostInMail), [userId])).toReversed()
  const actorIds = shown.flatMap(({ actorId }) => actorId ?? [])
  const people = new Map((await readAccountsByUserId(client, [userId, ...actorIds])).map((one) => [one.id, one]))
  const recipient = people.get(userId)
  // A person who has never opened the product has no account yet.
  if (recipient === undefined || shown.length === 0) return
  const mail = notificationsMail({
    to: recipient.email,
    firstname: recipient.firstname,
    productName,
    items: shown.map((row) => ({
      // An address cannot be made up, unlike a name.
      text: describeNotification(row, describeByAddress(people.get(row.actorId ?? ''))),
      project: row.projectTitle,
      url: buildNodeUrl(row, options.webUrl()),
      nodeId: row.nodeId,
    })),
    more: ids.length - shown.length,
    url: new URL('/inbox', options.webUrl()).href,
    unsubscribeUrl: options.buildUnsubscribeUrl(recipient.email),
  })
  await mailer.send(mail, { tx: client })
}

const describeByAddress = (person: Pick<Person, 'email'> | undefined): string =>
  person?.email ?? notificationTexts.somebody

/** Leads to the comment, if it is about one. */
function buildNodeUrl({ projectId, nodeId, commentId }: NotificationRow, webUrl: string): string {
  const node = nodeId === null ? '' : `#node=${nodeId}${commentId === null ? '' : `&comment=${commentId}`}`
  return new URL(`/tree/${projectId}${node}`, webUrl).href
}
