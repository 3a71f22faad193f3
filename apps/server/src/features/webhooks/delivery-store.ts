import type { SqlClient } from '../../database/nodes.ts'
import type { PostProblem } from '../../reliability/guarded-post.ts'
import type { EventDetails, LogEntry, WebhookEvent, WebhookEventType } from './events.ts'

// The texts of a change may be long, so the database reads only which fields changed.
const logSql = `
  select seq, kind, actor as "actorId", token_name as "tokenName", at,
    case when payload->>'copiedFrom' is not null then (
      select coalesce(json_agg(json_build_object('id', id, 'isNew', true, 'isDeleted', false, 'isMeant', true,
        'changed', '[]'::json)), '[]') from unnest(node_ids) as id)
    else (
      select coalesce(json_agg(json_build_object('id', node->>'id', 'isNew', node->'projectId' is not null,
        'isDeleted', coalesce(node->>'isDeleted' = 'true', false), 'isMeant', meant.id is not null,
        'changed', case when node->'projectId' is null then (select json_agg(name) from json_object_keys(node) as name)
          else '[]'::json end)), '[]')
      from json_array_elements(coalesce(payload->'nodes', '[]')) as node
      left join (select one->>'id' as id from json_array_elements(coalesce(before->'nodes', '[]')) as one) as meant
        on meant.id = node->>'id')
    end as nodes,
    (select coalesce(json_agg(name), '[]') from json_object_keys(coalesce(payload->'project', '{}')) as name)
      as "projectFields",
    (select coalesce(json_agg(json_build_object('id', comments.id, 'nodeId', comments.node_id)), '[]') from comments
      where comments.node_id = any(case when cardinality(node_ids) = 1 then node_ids else '{}' end)
        and comments.created_at = change_log.at and comments.author = change_log.actor and not comments.is_deleted)
      as comments
  from change_log where project_id = $1 and seq > $2 order by seq limit $3`

/** Reads what happened after a seq, oldest first. */
export async function readLogEntries(
  db: SqlClient,
  projectId: string,
  after: number,
  most: number,
): Promise<LogEntry[]> {
  const { rows } = await db.query<LogEntry>(logSql, [projectId, after, most])
  return rows
}

const eventsPerStatement = 4_000

/** Stores events as deliveries, in their order. */
export async function insertDeliveries(
  db: SqlClient,
  webhookId: string,
  events: readonly WebhookEvent[],
  state: DeliveryState = 'pending',
): Promise<void> {
  for (let from = 0; from < events.length; from += eventsPerStatement) {
    await db.query(
      `insert into webhook_deliveries (id, webhook_id, type, at, details, node_id, comment_id, state)
       select id, $1, type, at, details, "nodeId", "commentId", $3
       from rows from (json_to_recordset($2) as (id uuid, type text, at timestamptz, details json, "nodeId" uuid,
         "commentId" uuid)) with ordinality as new(id, type, at, details, "nodeId", "commentId", place) order by place
       on conflict do nothing`,
      [webhookId, JSON.stringify(events.slice(from, from + eventsPerStatement)), state],
    )
  }
}

/** Stores the events of changes up to a seq. False if another server has claimed the webhook, which then does it. */
export async function advanceCursor(
  db: SqlClient,
  { id, lease, seq }: { readonly id: string; readonly lease: string; readonly seq: number },
): Promise<boolean> {
  const { rowCount } = await db.query('update webhooks set cursor_seq = $3 where id = $1 and lease = $2', [
    id,
    lease,
    seq,
  ])
  return rowCount === 1
}

/** Something that happened in a project and is not in its change log. */
interface OutsideEvent extends Omit<EventDetails, 'seq' | 'changed'> {
  readonly type: WebhookEventType
  readonly at: Date
}

/** Adds an event, in the transaction of what happened, to every webhook of the project that has chosen it. */
export async function addWebhookEvent(db: SqlClient, { type, at, ...details }: OutsideEvent): Promise<void> {
  await db.query(
    `with chosen as (
       update webhooks set asked_at = $3
       where project_id = $1 and off_reason is null and ('*' = any(events) or $2 = any(events)) returning id
     )
     insert into webhook_deliveries (id, webhook_id, type, at, details)
     select gen_random_uuid(), chosen.id, $2, $3, $4 from chosen`,
    [details.projectId, type, at, JSON.stringify({ ...details, seq: null })],
  )
}

export interface CommentView {
  readonly id: string
  readonly nodeId: string
  readonly parentId: string | null
  readonly authorId: string
  readonly body: string
  readonly createdAt: number
}

/** Reads comments as the API shows them. Deleted ones are missing. */
export async function readCommentsById(
  db: SqlClient,
  projectId: string,
  ids: readonly string[],
): Promise<CommentView[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<CommentView>(
    `select id, node_id as "nodeId", parent_id as "parentId", author as "authorId", body,
       (extract(epoch from created_at) * 1000)::float8 as "createdAt"
     from comments where project_id = $1 and id = any($2::uuid[]) and not is_deleted`,
    [projectId, ids],
  )
  return rows
}

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export interface DeliveryRow extends WebhookEvent {
  readonly webhookId: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly nextAt: Date | null
  readonly status: number | null
  readonly problem: PostProblem | null
  readonly durationMs: number | null
}

const deliveryColumns = `id, webhook_id as "webhookId", type, at, details, node_id as "nodeId",
  comment_id as "commentId", state, attempts, first_at as "firstAt", last_at as "lastAt", next_at as "nextAt", status,
  problem, duration_ms as "durationMs"`

/** Reads the oldest pending deliveries in their order. */
export async function readPending(db: SqlClient, webhookId: string, most: number): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select ${deliveryColumns} from webhook_deliveries where webhook_id = $1 and state = 'pending'
     order by number limit $2`,
    [webhookId, most],
  )
  return rows
}

/** Reads the latest deliveries, the latest first. */
export async function readDeliveries(db: SqlClient, webhookId: string, most: number): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select ${deliveryColumns} from webhook_deliveries where webhook_id = $1 order by number desc limit $2`,
    [webhookId, most],
  )
  return rows
}

export async function findDelivery(db: SqlClient, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await db.query<DeliveryRow>(`select ${deliveryColumns} from webhook_deliveries where id = $1`, [id])
  return rows[0]
}

export type DeliveryResult = Pick<DeliveryRow, 'id' | 'state' | 'nextAt' | 'status' | 'problem' | 'durationMs'> & {
  readonly at: Date
}

/** Records an attempt. What was delivered meanwhile stays delivered. */
export async function storeResults(db: SqlClient, results: readonly DeliveryResult[]): Promise<void> {
  await db.query(
    `update webhook_deliveries as stored set attempts = stored.attempts + 1, last_at = new.at,
       first_at = coalesce(stored.first_at, new.at), status = new.status, problem = new.problem,
       duration_ms = new."durationMs",
       state = case when stored.state = 'delivered' then 'delivered' else new.state end,
       next_at = case when stored.state = 'delivered' then null else new."nextAt" end
     from json_to_recordset($1) as new(id uuid, state text, "nextAt" timestamptz, status integer, problem text,
       "durationMs" integer, at timestamptz)
     where stored.id = new.id`,
    [JSON.stringify(results)],
  )
}

const keptDays = 7

/** Deletes old deliveries of all webhooks, and those of each beyond the latest. Pending ones stay. */
export async function deleteOldDeliveries(db: SqlClient, now: Date, most: number): Promise<void> {
  await db.query(
    `delete from webhook_deliveries where state <> 'pending' and at < $1::timestamptz - interval '${keptDays} days'`,
    [now],
  )
  await db.query(
    `delete from webhook_deliveries using (
       select id from (select id, row_number() over (partition by webhook_id order by number desc) as place
         from webhook_deliveries where state <> 'pending') as numbered where place > $1
     ) as old where webhook_deliveries.id = old.id`,
    [most],
  )
}
