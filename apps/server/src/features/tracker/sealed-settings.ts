import type { Selectable } from 'kysely'

import type { TrackerSettingsTable } from '../../database/tables.ts'
import type { Sealing } from '../../sealing.ts'
import type { TrackerConnection } from './connection.ts'

export type TrackerSettingsRow = Selectable<TrackerSettingsTable>

const sealingContext = (accountId: string, field: 'api_key' | 'webhook_secret'): string => `${accountId} ${field}`

/** An account's secrets as they are stored. */
export const sealTrackerSecrets = (
  sealing: Sealing,
  accountId: string,
  { apiKey, webhookSecret }: { readonly apiKey: string; readonly webhookSecret: string | null },
) => ({
  api_key: sealing.seal(apiKey, sealingContext(accountId, 'api_key')),
  webhook_secret: webhookSecret === null ? null : sealing.seal(webhookSecret, sealingContext(accountId, 'webhook_secret')),
})

function unsealWebhookSecret(sealing: Sealing, { account_id: accountId, webhook_secret: sealed }: TrackerSettingsRow) {
  if (sealed === null) return null
  // One that cannot be opened must not turn into none: forged calls would pass.
  return sealing.open(sealed, sealingContext(accountId, 'webhook_secret')) ?? sealed
}

export const unsealSettings = (sealing: Sealing, row: TrackerSettingsRow): TrackerConnection => ({
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

/** Whether the secrets could be opened, and bear a key that is on its way out. */
export function needsResealing(sealing: Sealing, row: TrackerSettingsRow, opened: TrackerConnection): boolean {
  const sealed = [row.api_key, ...(row.webhook_secret === null ? [] : [row.webhook_secret])]
  const isOpen =
    opened.credentials.apiKey !== '' && (opened.webhookSecret === null || opened.webhookSecret !== row.webhook_secret)
  return isOpen && !sealed.every((one) => sealing.usesCurrentKey(one))
}
