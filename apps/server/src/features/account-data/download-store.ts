import { nodeJsonSql, type SqlClient } from '../../database/nodes.ts'

/**
 * A list of the download. Its statement reads rows that belong to $1 (a person or a project) after the key $2, each as
 * one JSON text. Secrets are never selected.
 */
interface DataList {
  /** Comes before every key. */
  readonly firstKey: string
  readonly sql: string
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

const byUuid = (fields: string, from: string): DataList => ({
  firstKey: nilUuid,
  sql: `select id::text as key, json_build_object(${fields})::text as line from ${from} and id > $2::uuid order by id`,
})

const commentFields = `'id', id, 'projectId', project_id, 'nodeId', node_id, 'parentId', parent_id, 'author', author,
  'body', body, 'createdAt', created_at, 'editedAt', edited_at, 'resolvedAt', resolved_at, 'isDeleted', is_deleted`

/** A change of a hundred thousand nodes would be a single row of a hundred megabytes. */
const mostChangeBytes = 1_000_000

/** The lists of a project that the person owns. */
export const projectLists: Readonly<Record<string, DataList>> = {
  members: {
    firstKey: '',
    sql: `select user_id as key, json_build_object('userId', user_id, 'role', role, 'openedAt', opened_at)::text as line
      from project_members where project_id = $1::uuid and user_id > $2 order by user_id`,
  },
  nodes: {
    firstKey: nilUuid,
    sql: `select id::text as key, node as line from (
      select id, ${nodeJsonSql} from nodes where project_id = $1::uuid and id > $2::uuid) as found order by id`,
  },
  comments: byUuid(commentFields, 'comments where project_id = $1::uuid'),
  history: {
    firstKey: '0',
    sql: `select seq::text as key, json_build_object('seq', seq, 'kind', kind, 'actor', actor, 'at', at,
        'tokenName', token_name, 'nodeIds', node_ids, 'summary', told,
        'after', case when bytes <= ${mostChangeBytes} then payload end,
        'before', case when bytes <= ${mostChangeBytes} then before end)::text as line
      from change_log where project_id = $1::uuid and seq > $2::integer order by seq`,
  },
}

/** The lists of a person besides the projects that they own. */
export const personLists: Readonly<Record<string, DataList>> = {
  accessTokens: byUuid(
    `'id', id, 'name', name, 'role', role, 'projectId', project_id, 'prefix', prefix, 'createdAt', created_at,
     'expiresAt', expires_at, 'lastUsedAt', last_used_at`,
    'access_tokens where user_id = $1',
  ),
  calendarAddresses: byUuid(
    `'id', id, 'projectId', project_id, 'createdAt', created_at`,
    'calendar_feeds where user_id = $1',
  ),
  sharedWithMe: {
    firstKey: nilUuid,
    sql: `select project_id::text as key, json_build_object('projectId', project_id, 'title', title,
        'role', project_members.role, 'openedAt', opened_at)::text as line
      from project_members join projects on projects.id = project_id
      where user_id = $1 and project_id > $2::uuid and status <> 'deleted' order by project_id`,
  },
  savedViews: {
    firstKey: '',
    sql: `select key, line from (
        select projects.id || ' ' || (view ->> 'id') as key,
          json_build_object('projectId', projects.id, 'view', view)::text as line
        from project_members join projects on projects.id = project_id, jsonb_array_elements(views) as view
        where user_id = $1 and view ->> 'authorId' = $1 and status <> 'deleted'
      ) as found where key > $2 order by key`,
  },
  watches: {
    firstKey: '',
    sql: `select key, line from (
        select project_id || ' ' || coalesce(node_id::text, '') as key,
          json_build_object('projectId', project_id, 'nodeId', node_id, 'level', level)::text as line
        from watches where user_id = $1
      ) as found where key > $2 order by key`,
  },
  commentsElsewhere: byUuid(
    commentFields,
    `comments where author = $1 and not is_deleted
      and not exists (select from projects where projects.id = comments.project_id and owner = $1)`,
  ),
  reactions: {
    firstKey: '0',
    sql: `select number::text as key, json_build_object('commentId', comment_id, 'emoji', emoji)::text as line
      from comment_reactions where user_id = $1 and number > $2::bigint order by number`,
  },
  notifications: byUuid(
    `'id', id, 'kind', kind, 'at', at, 'readAt', read_at, 'actor', actor, 'projectId', project_id, 'nodeId', node_id,
     'commentId', comment_id`,
    'notifications where user_id = $1',
  ),
  visits: {
    firstKey: nilUuid,
    sql: `select project_id::text as key,
        json_build_object('projectId', project_id, 'seq', seq, 'leftAt', left_at)::text as line
      from project_visits where user_id = $1 and project_id > $2::uuid order by project_id`,
  },
  invitations: byUuid(
    `'id', id, 'projectId', project_id, 'email', email, 'role', role, 'createdAt', created_at, 'expiresAt', expires_at`,
    'project_invitations where invited_by = $1',
  ),
  feedbackPosts: byUuid(
    `'id', id, 'title', title, 'details', details, 'status', status, 'createdAt', created_at`,
    'feedback_posts where author_id = $1',
  ),
  feedbackComments: {
    firstKey: '0',
    sql: `select number::text as key,
        json_build_object('postId', post_id, 'text', text, 'createdAt', created_at)::text as line
      from feedback_comments where author_id = $1 and number > $2::integer order by number`,
  },
  feedbackVotes: {
    firstKey: nilUuid,
    sql: `select post_id::text as key, json_build_object('postId', post_id)::text as line
      from feedback_votes where user_id = $1 and post_id > $2::uuid order by post_id`,
  },
}

const pageRows = 500
const pageBytes = 1_000_000

interface DataRow {
  readonly key: string
  readonly line: string
}

/**
 * Reads a list in pages of about a megabyte, one statement each: no connection waits for the reader, and only one page
 * is in memory.
 */
export async function* readDataPages(db: SqlClient, { firstKey, sql }: DataList, id: string): AsyncGenerator<string[]> {
  for (let key: string | undefined = firstKey; key !== undefined;) {
    const { rows }: { rows: DataRow[] } = await db.query<DataRow>(
      `select key, line from (
         select key, line, place, sum(octet_length(line)) over (order by place) - octet_length(line) as before
         from (select key, line, row_number() over () as place from (${sql} limit ${pageRows}) as read) as placed
       ) as sized where before < ${pageBytes} order by place`,
      [id, key],
    )
    if (rows.length > 0) yield rows.map(({ line }) => line)
    key = rows.at(-1)?.key
  }
}

const ownProjectsList: DataList = byUuid(
  `'id', id, 'title', title, 'body', body, 'status', status, 'layout', layout, 'generalAccess', general_access,
   'json', json, 'estimateUnit', estimate_unit, 'tags', tags, 'stages', stages, 'fieldDefinitions', field_definitions,
   'views', (select coalesce(jsonb_agg(view), '[]') from jsonb_array_elements(views) as view
     where view ->> 'authorId' = $1 or view ->> 'isShared' = 'true'),
   'createdAt', created_at, 'updatedAt', updated_at, 'deletedAt', deleted_at`,
  'projects where owner = $1',
)

export const readOwnProjectPages = (db: SqlClient, userId: string): AsyncGenerator<string[]> =>
  readDataPages(db, ownProjectsList, userId)

/** The account itself and its settings, as one JSON text. */
export async function readAccountJson(db: SqlClient, userId: string): Promise<string> {
  const { rows } = await db.query<{ account: string }>(
    `select json_build_object('userId', user_id, 'email', email, 'firstname', firstname, 'lastname', lastname,
       'picture', picture, 'createdAt', created_at, 'subscriptionStatus', subscription_status, 'trialEnd', trial_end,
       'chosenPicture', (select json_build_object('type', type, 'base64', encode(bytes, 'base64'))
         from pictures where pictures.user_id = accounts.user_id),
       'notificationSettings', (select json_build_object('mentions', mentions, 'assignments', assignments,
         'comments', comments, 'dueDates', due_dates, 'timeZone', time_zone)
         from notification_settings where notification_settings.user_id = accounts.user_id),
       'tracker', (select json_build_object('domain', domain, 'apiUser', api_user, 'projectKey', project_key)
         from tracker_settings where tracker_settings.account_id = accounts.id)
     )::text as account from accounts where user_id = $1`,
    [userId],
  )
  return rows[0]?.account ?? 'null'
}
