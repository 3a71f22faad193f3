import type { SqlClient } from '../../database/nodes.ts'
import type { NotificationKind } from './store.ts'

export const mailPaces = ['never', 'daily', 'immediately'] as const
export type MailPace = (typeof mailPaces)[number]

export interface NotificationSettings {
  readonly mentions: MailPace
  readonly assignments: MailPace
  readonly comments: MailPace
  readonly dueDates: MailPace
  /** As the browser names it. Null: UTC. */
  readonly timeZone: string | null
}

export const defaultSettings: NotificationSettings = {
  mentions: 'immediately',
  assignments: 'daily',
  comments: 'daily',
  dueDates: 'daily',
  timeZone: null,
}

export async function readSettings(db: SqlClient, userId: string): Promise<NotificationSettings> {
  const { rows } = await db.query<NotificationSettings>(
    `select mentions, assignments, comments, due_dates as "dueDates", time_zone as "timeZone"
     from notification_settings where user_id = $1`,
    [userId],
  )
  return rows[0] ?? defaultSettings
}

/** Changes the given settings and returns all of them. */
export async function storeSettings(
  db: SqlClient,
  userId: string,
  given: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  const { mentions, assignments, comments, dueDates, timeZone } = defaultSettings
  const { rows } = await db.query<NotificationSettings>(
    `insert into notification_settings as stored (user_id, mentions, assignments, comments, due_dates, time_zone)
     values ($1, coalesce($2, $7), coalesce($3, $8), coalesce($4, $9), coalesce($5, $10), coalesce($6, $11))
     on conflict (user_id) do update set mentions = coalesce($2, stored.mentions),
       assignments = coalesce($3, stored.assignments), comments = coalesce($4, stored.comments),
       due_dates = coalesce($5, stored.due_dates), time_zone = coalesce($6, stored.time_zone)
     returning mentions, assignments, comments, due_dates as "dueDates", time_zone as "timeZone"`,
    [
      userId,
      given.mentions ?? null,
      given.assignments ?? null,
      given.comments ?? null,
      given.dueDates ?? null,
      given.timeZone ?? null,
      mentions,
      assignments,
      comments,
      dueDates,
      timeZone,
    ],
  )
  return rows[0] ?? defaultSettings
}

/** The setting that decides about the mails of a kind. Null: a share has its own mail, which its sender asks for. */
export const settingByKind = {
  mentioned: 'mentions',
  assigned: 'assignments',
  unblocked: 'assignments',
  commented: 'comments',
  proposal: 'comments',
  due: 'dueDates',
  shared: null,
} as const satisfies Record<NotificationKind, keyof NotificationSettings | null>
