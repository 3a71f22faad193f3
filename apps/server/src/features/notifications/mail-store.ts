import type { SqlClient } from '../../database/nodes.ts'
import { visibleSql } from './read-store.ts'
import { defaultSettings, type MailPace, type NotificationSettings, settingByKind } from './settings-store.ts'

type PaceSetting = Exclude<keyof NotificationSettings, 'timeZone'>

const columnBySetting = {
  mentions: 'mentions',
  assignments: 'assignments',
  comments: 'comments',
  dueDates: 'due_dates',
} as const satisfies Record<PaceSetting, string>

const toPaceSql = (setting: PaceSetting): string =>
  `coalesce(settings.${columnBySetting[setting]}, '${defaultSettings[setting]}')`

/** The pace at which a person wants mails about a notification. */
const paceSql = `case notifications.kind ${Object.entries(settingByKind)
  .flatMap(([kind, setting]) => (setting === null ? [] : [`when '${kind}' then ${toPaceSql(setting)}`]))
  .join(' ')} else 'never' end`

const pendingSql = `notifications.read_at is null and notifications.mailed_at is null
  and notifications.at > now() - interval '2 days'`

/** A burst is mailed when it has settled, and what is read within a minute is not mailed at all. */
const settledSql = `notifications.at < now() - interval '1 minute'`

const condition = (pace: Exclude<MailPace, 'never'>): string =>
  `${pendingSql} and ${paceSql} = '${pace}'${pace === 'immediately' ? ` and ${settledSql}` : ''}`

export interface MailRecipient {
  readonly userId: string
  readonly timeZone: string | null
}

const mostRecipients = 1_000

/** Reads the people for whom mails of this pace are pending, whether or not they can see what they are about. */
export async function readRecipients(db: SqlClient, pace: Exclude<MailPace, 'never'>): Promise<MailRecipient[]> {
  const { rows } = await db.query<MailRecipient>(
    `select distinct notifications.user_id as "userId", settings.time_zone as "timeZone"
     from notifications left join notification_settings as settings on settings.user_id = notifications.user_id
     where ${condition(pace)} limit ${mostRecipients}`,
  )
  return rows
}

/**
 * Claims what is to be mailed to a person, in the transaction that queues the mail: another server then finds nothing.
 * What the person cannot see is not claimed. Returns the ids, the latest first.
 */
export async function claimForMail(
  db: SqlClient,
  userId: string,
  pace: Exclude<MailPace, 'never'>,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with own as materialized (
       select id from notifications where user_id = $1 and ${pendingSql} for update skip locked
     ), claimed as (
       update notifications set mailed_at = now() where id in (
         select visible.id from (select notifications.* ${visibleSql} and notifications.user_id = $1) as visible
         join notifications on notifications.id = visible.id
         left join notification_settings as settings on settings.user_id = notifications.user_id
         where ${condition(pace)} and visible.id in (select id from own))
       returning id, at
     )
     select id from claimed order by at desc, id desc`,
    [userId],
  )
  return rows.map(({ id }) => id)
}

/** Claims a person's digest of a day. False if it was claimed before, by whatever server. */
export async function claimDigest(db: SqlClient, userId: string, day: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into digests as stored (user_id, day) values ($1, $2)
     on conflict (user_id) do update set day = excluded.day where stored.day < excluded.day`,
    [userId, day],
  )
  return rowCount === 1
}
