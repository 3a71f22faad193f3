import type { SqlClient } from '../../database/nodes.ts'
import type { PushTarget } from '../../ports/push.ts'

const mostBrowsers = 10

/** A browser belongs to the person who subscribed last. The oldest browsers of a person with too many are dropped. */
export async function storeSubscription(
  db: SqlClient,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  await db.query(
    `insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth) values ($1, $2, $3, $4, $5)
     on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`,
    [endpoint, userId, sessionId, p256dh, auth],
  )
  await db.query(
    `delete from push_subscriptions where user_id = $1 and endpoint not in (
       select endpoint from push_subscriptions where user_id = $1 order by created_at desc limit $2)`,
    [userId, mostBrowsers],
  )
}

export async function hasSubscription(db: SqlClient, endpoint: string, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from push_subscriptions where endpoint = $1 and user_id = $2', [
    endpoint,
    userId,
  ])
  return (rowCount ?? 0) > 0
}

/** userId null: the browser is gone, so anybody's subscription is removed. Returns whether there was one. */
export async function deleteSubscription(db: SqlClient, endpoint: string, userId: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from push_subscriptions where endpoint = $1 and ($2::text is null or user_id = $2)',
    [endpoint, userId],
  )
  return (rowCount ?? 0) > 0
}

/** A browser whose session has ended gets no more messages. */
export async function deleteSubscriptionsOfSessions(db: SqlClient, sessionIds: readonly string[]): Promise<void> {
  await db.query('delete from push_subscriptions where session_id = any($1::text[])', [sessionIds])
}

interface ClaimedNotification {
  readonly id: string
  readonly userId: string
  readonly targets: readonly PushTarget[]
}

/** Claims those of these notifications that somebody has a browser for, so that no other server sends them. */
export async function claimForPush(db: SqlClient, ids: readonly string[]): Promise<readonly ClaimedNotification[]> {
  const { rows } = await db.query<ClaimedNotification>(
    `update notifications set pushed_at = now()
     where id = any($1::uuid[]) and pushed_at is null and read_at is null
       and exists (select from push_subscriptions where user_id = notifications.user_id)
     returning id, user_id as "userId", (
       select json_agg(json_build_object('endpoint', endpoint, 'p256dh', p256dh, 'auth', auth))
       from push_subscriptions where user_id = notifications.user_id) as targets`,
    [ids],
  )
  return rows
}
