import type { Api } from '@espalier/contract'
import { maskOf, readTrackerDomain, trackerTexts } from '@espalier/domain'

import type { TrackerCredentials } from '../../ports/tracker.ts'
import { badInput, withinLength } from '../projects/index.ts'
import type { TrackerConnection } from './connection.ts'
import type { TrackerConnections } from './connections.ts'

const problems = {
  refused: (domain: string): string =>
    `${domain} no longer accepts the API key. Make a new classic (unscoped) API token there and enter it here.`,
  webhook:
    'Jira calls the webhook with another secret than this one, so its calls are refused. Enter the same secret in both places.',
  sealed: 'The API key can no longer be read. Enter it again.',
}

/** An account's settings as they may be shown: of every key its mask. */
export function settingsView(connection: TrackerConnection, apiUrl: string): Api.JiraSettings {
  const { accountId, credentials, webhookSecret, ...choices } = connection
  return {
    domain: credentials.domain,
    apiUser: credentials.apiUser,
    apiKey: maskOf(credentials.apiKey),
    projectKey: choices.projectKey,
    issueTypeId: choices.issueTypeId,
    epicTypeId: choices.epicTypeId,
    linkTypeId: choices.linkTypeId,
    epicLinkFieldId: choices.epicLinkFieldId,
    webhookUrl: `${apiUrl}/jira/${accountId}`,
    webhookSecret: webhookSecret === null ? null : maskOf(webhookSecret),
    problem: problemOf(connection),
  }
}

function problemOf({ credentials, refusedAt, webhookRefusedAt }: TrackerConnection): string | null {
  if (credentials.apiKey === '') return problems.sealed
  if (refusedAt !== null) return problems.refused(credentials.domain)
  return webhookRefusedAt === null ? null : problems.webhook
}

const longest = { text: 320, secret: 2_000 } as const

const siteOf = (domain: string): string | null => {
  const read = readTrackerDomain(domain)
  return read.ok ? read.value : null
}

/** A mask stands for the stored key only where domain and user are the stored ones: it must not carry the key elsewhere. */
export function readCredentials(given: Api.JiraCredentials, stored: TrackerConnection | null): TrackerCredentials {
  const domain = withinLength(given.domain, longest.text, 'domain').trim()
  const apiUser = withinLength(given.apiUser, longest.text, 'apiUser').trim()
  const apiKey = withinLength(given.apiKey, longest.secret, 'apiKey').trim()
  if (siteOf(domain) === null) throw badInput(trackerTexts.credentials, 'domain')
  if (apiUser === '' || hasControls(apiUser)) throw badInput(trackerTexts.credentials, 'apiUser')
  if (stored !== null && apiKey === maskOf(stored.credentials.apiKey)) {
    const isSame = siteOf(stored.credentials.domain) === siteOf(domain) && stored.credentials.apiUser === apiUser
    if (!isSame || stored.credentials.apiKey === '') throw badInput(trackerTexts.credentials, 'apiKey')
    return { domain, apiUser, apiKey: stored.credentials.apiKey }
  }
  if (apiKey === '' || hasControls(apiKey) || apiKey.includes('\u2022'))
    throw badInput(trackerTexts.credentials, 'apiKey')
  return { domain, apiUser, apiKey }
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** Left out: as it was. Null or blank: none. */
function readWebhookSecret(given: string | null | undefined, stored: TrackerConnection | null): string | null {
  const kept = stored?.webhookSecret ?? null
  if (given === undefined) return kept
  const secret = withinLength(given ?? '', longest.secret, 'webhookSecret').trim()
  if (kept !== null && secret === maskOf(kept)) return kept
  if (hasControls(secret) || secret.includes('\u2022'))
    throw badInput('Please enter the webhook secret again', 'webhookSecret')
  return secret === '' ? null : secret
}

const selectable = ['projectKey', 'issueTypeId', 'linkTypeId'] as const

export async function saveSettings(
  connections: TrackerConnections,
  accountId: string,
  given: Api.JiraSettingsInput,
): Promise<void> {
  const stored = await connections.read(accountId)
  const credentials = readCredentials(given, stored)
  // The contract lets a client leave them out; the rule for saving does not.
  const missing = selectable.find((name) => (given[name] ?? '').trim() === '')
  if (missing !== undefined) throw badInput(trackerTexts.selection, missing)
  const chosen = (name: (typeof selectable)[number] | 'epicTypeId' | 'epicLinkFieldId'): string | null => {
    const value = given[name]
    return value == null ? null : withinLength(value.trim(), longest.text, name)
  }
  await connections.write({
    accountId,
    credentials,
    webhookSecret: readWebhookSecret(given.webhookSecret, stored),
    projectKey: chosen('projectKey'),
    issueTypeId: chosen('issueTypeId'),
    epicTypeId: chosen('epicTypeId'),
    linkTypeId: chosen('linkTypeId'),
    epicLinkFieldId: chosen('epicLinkFieldId'),
  })
}
