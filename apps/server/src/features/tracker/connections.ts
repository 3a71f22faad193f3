import type { Selectable } from 'kysely'

import type { Database } from '../../database/database.ts'
import type { TrackerSettingsTable } from '../../database/tables.ts'
import type { TrackerCredentials } from '../../ports/tracker.ts'
import type { Sealing } from '../../sealing.ts'

export interface TrackerChoices {
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly epicTypeId: string | null
  readonly linkTypeId: string | null
  readonly epicLinkFieldId: string | null
}

/** An account's issue tracker, with its keys open. */
export interface TrackerConnection extends TrackerChoices {
  readonly accountId: string
  /** An empty key: none of our secrets opens the stored one any more. */
  readonly credentials: TrackerCredentials
  readonly webhookSecret: string | null
  /** Since when the tracker does not take the key. */
  readonly refusedAt: Date | null
}

export interface TrackerConnections {
  /** Null: the account is connected to none. */
  read(accountId: string): Promise<TrackerConnection | null>
  /** The connection by which a project is kept in step: its owner's. */
  ofPerson(userId: string): Promise<TrackerConnection | null>
  write(connection: Omit<TrackerConnection, 'refusedAt'>): Promise<void>
  /** False: there was none. */
  remove(accountId: string): Promise<boolean>
  /** The tracker said 401 to this key. A key that was entered since is not meant. */
  markRefused(connection: TrackerConnection): Promise<void>
  /** It took the key again. */
  markAccepted(connection: TrackerConnection): Promise<void>
}

type Row = Selectable<TrackerSettingsTable>

const boundTo = (accountId: string, field: 'api_key' | 'webhook_secret'): string => `${accountId} ${field}`

export function createTrackerConnections({ db }: Pick<Database, 'db'>, sealing: Sealing): TrackerConnections {
  const opened = (row: Row): TrackerConnection => ({
    accountId: row.account_id,
    credentials: {
      domain: row.domain,
      apiUser: row.api_user,
      apiKey: sealing.open(row.api_key, boundTo(row.account_id, 'api_key')) ?? '',
    },
    webhookSecret:
      row.webhook_secret === null
        ? null
        : // One that cannot be opened must not turn into none: forged calls would pass.
          (sealing.open(row.webhook_secret, boundTo(row.account_id, 'webhook_secret')) ?? row.webhook_secret),
    projectKey: row.project_key,
    issueTypeId: row.issue_type_id,
    epicTypeId: row.epic_type_id,
    linkTypeId: row.link_type_id,
    epicLinkFieldId: row.epic_link_field_id,
    refusedAt: row.refused_at,
  })
  const mark = async ({ accountId, credentials }: TrackerConnection, refusedAt: Date | null): Promise<void> => {
    const row = await db
      .selectFrom('tracker_settings')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (row === undefined || opened(row).credentials.apiKey !== credentials.apiKey) return
    if ((row.refused_at === null) === (refusedAt === null)) return
    await db
      .updateTable('tracker_settings')
      .set({ refused_at: refusedAt })
      .where('account_id', '=', accountId)
      .where('api_key', '=', row.api_key)
      .execute()
  }
  return {
    async read(accountId) {
      const query = db.selectFrom('tracker_settings').selectAll().where('account_id', '=', accountId)
      const row = await query.executeTakeFirst()
      return row === undefined ? null : opened(row)
    },
    async ofPerson(userId) {
      const row = await db
        .selectFrom('tracker_settings')
        .innerJoin('accounts', 'accounts.id', 'tracker_settings.account_id')
        .selectAll('tracker_settings')
        .where('accounts.user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined ? null : opened(row)
    },
    async write({ accountId, credentials, webhookSecret, ...choices }) {
      const values = {
        domain: credentials.domain,
        api_user: credentials.apiUser,
        api_key: sealing.seal(credentials.apiKey, boundTo(accountId, 'api_key')),
        webhook_secret:
          webhookSecret === null ? null : sealing.seal(webhookSecret, boundTo(accountId, 'webhook_secret')),
        project_key: choices.projectKey,
        issue_type_id: choices.issueTypeId,
        epic_type_id: choices.epicTypeId,
        link_type_id: choices.linkTypeId,
        epic_link_field_id: choices.epicLinkFieldId,
        refused_at: null,
        updated_at: new Date(),
      }
      await db
        .insertInto('tracker_settings')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
        .execute()
    },
    async remove(accountId) {
      const query = db.deleteFrom('tracker_settings').where('account_id', '=', accountId)
      const { numDeletedRows } = await query.executeTakeFirst()
      return numDeletedRows > 0n
    },
    markRefused: (connection) => mark(connection, new Date()),
    markAccepted: (connection) => mark(connection, null),
  }
}
