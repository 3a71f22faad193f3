import type { Database } from '../../database/database.ts'
import type { Sealing } from '../../sealing.ts'
import type { TrackerConnection } from './connection.ts'
import { needsResealing, unsealSettings, sealTrackerSecrets, type TrackerSettingsRow } from './sealed-settings.ts'

type NewConnection = Omit<TrackerConnection, 'refusedAt' | 'webhookRefusedAt'>

export interface TrackerConnections {
  /** Null: the account is connected to none. */
  read(accountId: string): Promise<TrackerConnection | null>
  /** The connection by which a project is kept in step: its owner's. */
  findByUserId(userId: string): Promise<TrackerConnection | null>
  write(connection: NewConnection): Promise<void>
  /** False: there was none. */
  remove(accountId: string): Promise<boolean>
  /** The tracker said 401 to this key. A key that was entered since is not meant. */
  markRefused(connection: TrackerConnection): Promise<void>
  /** It took the key again. */
  markAccepted(connection: TrackerConnection): Promise<void>
  /** Remembers whether the last call of the webhook had the right secret. Writes only where that has changed. */
  markWebhook(connection: TrackerConnection, isRefused: boolean): Promise<void>
}

export function createTrackerConnections({ db }: Pick<Database, 'db'>, sealing: Sealing): TrackerConnections {
  const rowOf = (accountId: string): Promise<TrackerSettingsRow | undefined> =>
    db.selectFrom('tracker_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  /** Only while the stored key is the one that was looked at. */
  const change = async ({ account_id: accountId, api_key: apiKey }: TrackerSettingsRow, values: Partial<TrackerSettingsRow>) => {
    const query = db.updateTable('tracker_settings').set(values)
    await query.where('account_id', '=', accountId).where('api_key', '=', apiKey).execute()
  }
  const found = async (row: TrackerSettingsRow | undefined): Promise<TrackerConnection | null> => {
    if (row === undefined) return null
    const opened = unsealSettings(sealing, row)
    const { accountId, credentials, webhookSecret } = opened
    // A key that is on its way out must not take the secrets with it.
    if (needsResealing(sealing, row, opened)) {
      await change(row, sealTrackerSecrets(sealing, accountId, { apiKey: credentials.apiKey, webhookSecret }))
    }
    return opened
  }
  const mark = async ({ accountId, credentials }: TrackerConnection, refusedAt: Date | null): Promise<void> => {
    const row = await rowOf(accountId)
    if (row === undefined || unsealSettings(sealing, row).credentials.apiKey !== credentials.apiKey) return
    if ((row.refused_at === null) !== (refusedAt === null)) await change(row, { refused_at: refusedAt })
  }
  return {
    read: async (accountId) => found(await rowOf(accountId)),
    async findByUserId(userId) {
      const row = await db
        .selectFrom('tracker_settings')
        .innerJoin('accounts', 'accounts.id', 'tracker_settings.account_id')
        .selectAll('tracker_settings')
        .where('accounts.user_id', '=', userId)
        .executeTakeFirst()
      return found(row)
    },
    async write(connection) {
      const values = toSettingsColumns(sealing, connection)
      await db
        .insertInto('tracker_settings')
        .values({ account_id: connection.accountId, ...values })
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
    async markWebhook({ accountId, webhookRefusedAt }, isRefused) {
      if ((webhookRefusedAt !== null) === isRefused) return
      const query = db.updateTable('tracker_settings').set({ webhook_refused_at: isRefused ? new Date() : null })
      await query.where('account_id', '=', accountId).execute()
    },
  }
}

const toSettingsColumns = (sealing: Sealing, connection: NewConnection) => ({
  domain: connection.credentials.domain,
  api_user: connection.credentials.apiUser,
  ...sealTrackerSecrets(sealing, connection.accountId, {
    apiKey: connection.credentials.apiKey,
    webhookSecret: connection.webhookSecret,
  }),
  project_key: connection.projectKey,
  issue_type_id: connection.issueTypeId,
  epic_type_id: connection.epicTypeId,
  link_type_id: connection.linkTypeId,
  epic_link_field_id: connection.epicLinkFieldId,
  refused_at: null,
  webhook_refused_at: null,
  updated_at: new Date(),
})
