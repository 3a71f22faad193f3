import type { SqlClient } from '../../database/nodes.ts'

export type OffReason = 'failed' | 'gone' | 'access'

export interface WebhookRow {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly url: string
  readonly events: readonly string[]
  readonly sealedSecret: string
  readonly createdAt: Date
  readonly offReason: OffReason | null
  readonly cursorSeq: number
  readonly failures: number
  readonly lastStatus: number | null
  readonly lastAt: Date | null
  readonly acceptedAt: Date | null
}

const columnsSql = `webhooks.id, webhooks.project_id as "projectId", webhooks.user_id as "userId", webhooks.url,
  webhooks.events, webhooks.sealed_secret as "sealedSecret", webhooks.created_at as "createdAt",
  webhooks.off_reason as "offReason", webhooks.cursor_seq as "cursorSeq", webhooks.failures,
  webhooks.last_status as "lastStatus", webhooks.last_at as "lastAt", webhooks.accepted_at as "acceptedAt"`

export async function readWebhooks(db: SqlClient, projectId: string): Promise<WebhookRow[]> {
  const { rows } = await db.query<WebhookRow>(
    `select ${columnsSql} from webhooks where project_id = $1 order by created_at, id`,
    [projectId],
  )
  return rows
}

export async function findWebhook(db: SqlClient, id: string): Promise<WebhookRow | undefined> {
  const { rows } = await db.query<WebhookRow>(`select ${columnsSql} from webhooks where id = $1`, [id])
  return rows[0]
}

export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'projectId' | 'userId' | 'url' | 'events' | 'sealedSecret' | 'createdAt'
>

/**
 * Begins with the next change of the project. Returns undefined if the project has as many as it may have. Two requests
 * at once count after each other.
 */
export async function insertWebhook(db: SqlClient, webhook: NewWebhook, most: number): Promise<WebhookRow | undefined> {
  const { id, projectId, userId, url, events, sealedSecret, createdAt } = webhook
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${projectId}`])
  const { rows } = await db.query<WebhookRow>(
    `insert into webhooks (id, project_id, user_id, url, events, sealed_secret, created_at, cursor_seq)
     select $1, $2, $3, $4, $5, $6, $7, seq from projects
     where id = $2 and (select count(*) from webhooks where project_id = $2) < $8
     returning ${columnsSql}`,
    [id, projectId, userId, url, events, sealedSecret, createdAt, most],
  )
  return rows[0]
}

/** Replaces the stored secret, unless it was replaced since. */
export async function storeSecret(
  db: SqlClient,
  { id, sealedSecret }: Pick<WebhookRow, 'id' | 'sealedSecret'>,
  sealed: string,
): Promise<void> {
  await db.query('update webhooks set sealed_secret = $3 where id = $1 and sealed_secret = $2', [
    id,
    sealedSecret,
    sealed,
  ])
}

export async function deleteWebhook(db: SqlClient, id: string): Promise<void> {
  await db.query('delete from webhooks where id = $1', [id])
}

interface Attempt {
  readonly at: Date
  readonly status: number | null
  readonly isAccepted: boolean
}

/**
 * Records an attempt that a person has asked for. One that is accepted switches a webhook on again, beginning with the
 * next change.
 */
export async function storeAttempt(db: SqlClient, id: string, { at, status, isAccepted }: Attempt): Promise<void> {
  await db.query(
    `update webhooks set last_at = $2, last_status = $3,
       failures = case when $4 then 0 else failures + 1 end,
       accepted_at = case when $4 then $2 else accepted_at end,
       wait_until = case when $4 then null else wait_until end,
       cursor_seq = case when $4 and off_reason is not null
         then (select seq from projects where projects.id = webhooks.project_id) else cursor_seq end,
       off_reason = case when $4 then null else off_reason end
     where id = $1`,
    [id, at, status, isAccepted],
  )
}

/** A webhook that a server has claimed to send its deliveries. */
export interface ClaimedWebhook extends WebhookRow {
  readonly projectTitle: string
  /** Whether the person who added it can still edit the project. */
  readonly mayEdit: boolean
}

const mayEditSql = `(projects.owner = webhooks.user_id or exists (
  select from project_members as member where member.project_id = projects.id
    and member.user_id = webhooks.user_id and member.role = 'editor'))`

/**
 * Webhooks for which something happened or is due, and that no other server works on. A claim that was never released
 * is that of a server that died: it may have turned changes into deliveries that nothing else points at.
 */
const claimableSql = `select webhooks.id from webhooks join projects on projects.id = webhooks.project_id
  where webhooks.off_reason is null and projects.status <> 'deleted'
    and (webhooks.leased_until is null or webhooks.leased_until < $1)
    and (webhooks.wait_until is null or webhooks.wait_until <= $1)
    and (projects.seq > webhooks.cursor_seq or webhooks.due_at <= $1 or webhooks.asked_at is not null
      or webhooks.lease is not null)
  order by webhooks.due_at nulls first, webhooks.id limit $4 for update of webhooks skip locked`

interface Claim {
  readonly now: Date
  readonly until: Date
  readonly lease: string
  readonly most: number
}

/** Claims webhooks for this server until a time. If the server dies, another one goes on after it. */
export async function claimWebhooks(db: SqlClient, { now, until, lease, most }: Claim): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update webhooks set lease = $2, leased_until = $3, asked_at = null where id = any(array(${claimableSql})) returning id`,
    [now, lease, until, most],
  )
  return rows.map(({ id }) => id)
}

/** Extends the claim and returns the webhook as it now is; undefined if it is gone, off or claimed by another server. */
export async function renewClaim(
  db: SqlClient,
  id: string,
  { until, lease }: Pick<Claim, 'until' | 'lease'>,
): Promise<ClaimedWebhook | undefined> {
  const { rows } = await db.query<ClaimedWebhook>(
    `update webhooks set leased_until = $3 from projects
     where webhooks.id = $1 and webhooks.lease = $2 and webhooks.off_reason is null
       and projects.id = webhooks.project_id and projects.status <> 'deleted'
     returning ${columnsSql}, projects.title as "projectTitle", ${mayEditSql} as "mayEdit"`,
    [id, lease, until],
  )
  return rows[0]
}

/** Ends the claim. `dueAt` is when a delivery is due next; null: none is pending. */
export async function releaseClaim(db: SqlClient, id: string, lease: string, dueAt: Date | null): Promise<void> {
  await db.query('update webhooks set lease = null, leased_until = null, due_at = $3 where id = $1 and lease = $2', [
    id,
    lease,
    dueAt,
  ])
}

interface BatchResult {
  readonly at: Date
  readonly status: number | null
  /** Whether the receiver accepted at least one. */
  readonly isAccepted: boolean
  readonly failures: number
  readonly waitUntil: Date | null
}

export async function storeBatchResult(db: SqlClient, id: string, result: BatchResult): Promise<void> {
  const { at, status, isAccepted, failures, waitUntil } = result
  await db.query(
    `update webhooks set last_at = $2, last_status = $3, failures = $5, wait_until = $6,
       accepted_at = case when $4 then $2 else accepted_at end where id = $1`,
    [id, at, status, isAccepted, failures, waitUntil],
  )
}

/** Returns false if it was off before. What was never tried is dropped. */
export async function switchOff(db: SqlClient, id: string, reason: OffReason): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhooks set off_reason = $2, lease = null, leased_until = null, due_at = null, wait_until = null
     where id = $1 and off_reason is null`,
    [id, reason],
  )
  if (rowCount !== 1) return false
  await db.query(`delete from webhook_deliveries where webhook_id = $1 and state = 'pending' and attempts = 0`, [id])
  await db.query(
    `update webhook_deliveries set state = 'failed', next_at = null where webhook_id = $1 and state = 'pending'`,
    [id],
  )
  return true
}
