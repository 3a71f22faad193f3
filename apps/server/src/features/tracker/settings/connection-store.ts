import { toSqlColumns } from '@espalier/postgres'
import type { Database } from '../../../database/database.ts'
import type { TrackerCredentials } from '../../../ports/tracker.ts'
import type { Sealing } from '../../../security/cryptography.ts'

export interface TrackerChoices {
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly epicTypeId: string | null
  readonly linkTypeId: string | null
  readonly epicLinkFieldId: string | null
}

/** An account's issue tracker with decrypted keys. */
export interface TrackerConnection extends TrackerChoices {
  readonly accountId: string
  /** The key is empty if none of our secrets can open the stored one. */
  readonly credentials: TrackerCredentials
  readonly webhookSecret: string | null
  /** Since when the tracker refuses the key. */
  readonly refusedAt: Date | null
  /** Since when the tracker calls the webhook with a wrong secret. */
  readonly webhookRefusedAt: Date | null
}

type NewConnection = Omit<TrackerConnection, 'refusedAt' | 'webhookRefusedAt'>

export interface TrackerConnections {
  /** Null if the account has no connection. */
  read(accountId: string): Promise<TrackerConnection | null>
  /** Finds the connection that syncs a project: its owner's. */
  findByUserId(userId: string): Promise<TrackerConnection | null>
  write(connection: NewConnection): Promise<void>
  /** Returns false if there was none. */
  remove(accountId: string): Promise<boolean>
  /** Records that the tracker answered 401 to this key, unless another key was stored since. */
  markRefused(connection: TrackerConnection): Promise<void>
  /** Records that the tracker accepts the key again. */
  markAccepted(connection: TrackerConnection): Promise<void>
  /** Records whether the last webhook call had the right secret. Writes only if that has changed. */
  markWebhook(connection: TrackerConnection, isRefused: boolean): Promise<void>
}

export function createTrackerConnections({ pool }: Pick<Database, 'pool'>, sealing: Sealing): TrackerConnections {
  const readRow = async (accountId: string): Promise<TrackerSettingsRow | undefined> =>
    (await pool.query<TrackerSettingsRow>('select * from tracker_settings where account_id = $1', [accountId])).rows[0]
  /** Applies only while the stored key is still the one that was read. */
  const change = async (
    { account_id: accountId, api_key: apiKey }: TrackerSettingsRow,
    changed: Partial<TrackerSettingsRow>,
  ) => {
    const { assignments, values } = toSqlColumns(changed, 3)
    await pool.query(`update tracker_settings set ${assignments} where account_id = $1 and api_key = $2`, [
      accountId,
      apiKey,
      ...values,
    ])
  }
  const found = async (row: TrackerSettingsRow | undefined): Promise<TrackerConnection | null> => {
    if (row === undefined) return null
    const opened = unsealSettings(sealing, row)
    const { accountId, credentials, webhookSecret } = opened
    // Secrets that are sealed with an outdated key must not be lost when that key is removed.
    if (needsResealing(sealing, row, opened)) {
      await change(row, sealTrackerSecrets(sealing, accountId, { apiKey: credentials.apiKey, webhookSecret }))
    }
    return opened
  }
  const setRefusedAt = async ({ accountId, credentials }: TrackerConnection, refusedAt: Date | null): Promise<void> => {
    const row = await readRow(accountId)
    if (row === undefined || unsealSettings(sealing, row).credentials.apiKey !== credentials.apiKey) return
    if ((row.refused_at === null) !== (refusedAt === null)) await change(row, { refused_at: refusedAt })
  }
  return {
    read: async (accountId) => found(await readRow(accountId)),
    async findByUserId(userId) {
      const { rows } = await pool.query<TrackerSettingsRow>(
        `select tracker_settings.* from tracker_settings join accounts on accounts.id = tracker_settings.account_id
         where accounts.user_id = $1`,
        [userId],
      )
      return found(rows[0])
    },
    async write(connection) {
      const columns = toSettingsColumns(sealing, connection)
      const { names, places, assignments, values } = toSqlColumns(columns, 2)
      await pool.query(
        `insert into tracker_settings (account_id, ${names}) values ($1, ${places})
         on conflict (account_id) do update set ${assignments}`,
        [connection.accountId, ...values],
      )
    },
    async remove(accountId) {
      const { rowCount } = await pool.query('delete from tracker_settings where account_id = $1', [accountId])
      return rowCount === 1
    },
    markRefused: (connection) => setRefusedAt(connection, new Date()),
    markAccepted: (connection) => setRefusedAt(connection, null),
    async markWebhook({ accountId, webhookRefusedAt }, isRefused) {
      if ((webhookRefusedAt !== null) === isRefused) return
      await pool.query('update tracker_settings set webhook_refused_at = $2 where account_id = $1', [
        accountId,
        isRefused ? new Date() : null,
      ])
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

interface TrackerSettingsRow {
  readonly account_id: string
  readonly domain: string
  readonly api_user: string
  /** Sealed, like the webhook's secret. */
  readonly api_key: string
  readonly webhook_secret: string | null
  readonly project_key: string | null
  readonly issue_type_id: string | null
  readonly epic_type_id: string | null
  readonly link_type_id: string | null
  readonly epic_link_field_id: string | null
  readonly refused_at: Date | null
  readonly webhook_refused_at: Date | null
  readonly updated_at: Date
}

const sealingContext = (accountId: string, field: 'api_key' | 'webhook_secret'): string => `${accountId} ${field}`

/** Seals an account's secrets for storage. */
const sealTrackerSecrets = (
  sealing: Sealing,
  accountId: string,
  { apiKey, webhookSecret }: { readonly apiKey: string; readonly webhookSecret: string | null },
) => ({
  api_key: sealing.seal(apiKey, sealingContext(accountId, 'api_key')),
  webhook_secret:
    webhookSecret === null ? null : sealing.seal(webhookSecret, sealingContext(accountId, 'webhook_secret')),
})

function unsealWebhookSecret(sealing: Sealing, { account_id: accountId, webhook_secret: sealed }: TrackerSettingsRow) {
  if (sealed === null) return null
  // A secret that cannot be opened must not become null, because forged calls would be accepted.
  return sealing.open(sealed, sealingContext(accountId, 'webhook_secret')) ?? sealed
}

const unsealSettings = (sealing: Sealing, row: TrackerSettingsRow): TrackerConnection => ({
  accountId: row.account_id,
  credentials: {
    domain: row.domain,
    apiUser: row.api_user,
    apiKey: sealing.open(row.api_key, sealingContext(row.account_id, 'api_key')) ?? '',
  },
  webhookSecret: unsealWebhookSecret(sealing, row),
  projectKey: row.project_key,
  issueTypeId: row.issue_type_id,
  epicTypeId: row.epic_type_id,
  linkTypeId: row.link_type_id,
  epicLinkFieldId: row.epic_link_field_id,
  refusedAt: row.refused_at,
  webhookRefusedAt: row.webhook_refused_at,
})

/** Whether the secrets could be opened and are sealed with an outdated key. */
function needsResealing(sealing: Sealing, row: TrackerSettingsRow, opened: TrackerConnection): boolean {
  const sealed = [row.api_key, ...(row.webhook_secret === null ? [] : [row.webhook_secret])]
  const isOpen =
    opened.credentials.apiKey !== '' && (opened.webhookSecret === null || opened.webhookSecret !== row.webhook_secret)
  return isOpen && !sealed.every((one) => sealing.usesCurrentKey(one))
}
