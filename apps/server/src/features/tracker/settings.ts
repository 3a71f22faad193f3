import type { Api } from '@espalier/contract'
import { maskSecret, readTrackerDomain, trackerTexts } from '@espalier/domain'

import type { TrackerCredentials } from '../../ports/tracker.ts'
import { badInputError, requireMaxLength } from '../projects/index.ts'
import type { TrackerConnection } from './connection.ts'
import type { TrackerConnections } from './connections.ts'

const connectionProblems = {
  refused: (domain: string): string =>
    `${domain} no longer accepts the API key. Make a new classic (unscoped) API token there and enter it here.`,
  webhook:
    'Jira calls the webhook with another secret than this one, so its calls are refused. Enter the same secret in both places.',
  sealed: 'The API key can no longer be read. Enter it again.',
}

/** An account's settings as they may be shown: of every key its mask. */
export function toTrackerSettingsView(connection: TrackerConnection, apiUrl: string): Api.JiraSettings {
  const { accountId, credentials, webhookSecret, ...choices } = connection
  return {
    domain: credentials.domain,
    apiUser: credentials.apiUser,
    apiKey: maskSecret(credentials.apiKey),
    projectKey: choices.projectKey,
    issueTypeId: choices.issueTypeId,
    epicTypeId: choices.epicTypeId,
    linkTypeId: choices.linkTypeId,
    epicLinkFieldId: choices.epicLinkFieldId,
    webhookUrl: `${apiUrl}/jira/${accountId}`,
    webhookSecret: webhookSecret === null ? null : maskSecret(webhookSecret),
    problem: describeConnectionProblem(connection),
  }
}

function describeConnectionProblem({ credentials, refusedAt, webhookRefusedAt }: TrackerConnection): string | null {
  if (credentials.apiKey === '') return connectionProblems.sealed
  if (refusedAt !== null) return connectionProblems.refused(credentials.domain)
  return webhookRefusedAt === null ? null : connectionProblems.webhook
}

const maxLengths = { text: 320, secret: 2_000 } as const

const normalizeDomain = (domain: string): string | null => {
  const read = readTrackerDomain(domain)
  return read.ok ? read.value : null
}

/** A mask stands for the stored key only where domain and user are the stored ones: it must not carry the key elsewhere. */
export function readTrackerCredentials(given: Api.JiraCredentials, stored: TrackerConnection | null): TrackerCredentials {
  const domain = requireMaxLength(given.domain, maxLengths.text, 'domain').trim()
  const apiUser = requireMaxLength(given.apiUser, maxLengths.text, 'apiUser').trim()
  const apiKey = requireMaxLength(given.apiKey, maxLengths.secret, 'apiKey').trim()
  if (normalizeDomain(domain) === null) throw badInputError(trackerTexts.credentials, 'domain')
  if (apiUser === '' || hasControlCharacters(apiUser)) throw badInputError(trackerTexts.credentials, 'apiUser')
  if (stored !== null && apiKey === maskSecret(stored.credentials.apiKey)) {
    const isSame = normalizeDomain(stored.credentials.domain) === normalizeDomain(domain) && stored.credentials.apiUser === apiUser
    if (!isSame || stored.credentials.apiKey === '') throw badInputError(trackerTexts.credentials, 'apiKey')
    return { domain, apiUser, apiKey: stored.credentials.apiKey }
  }
  if (apiKey === '' || hasControlCharacters(apiKey) || apiKey.includes('\u2022'))
    throw badInputError(trackerTexts.credentials, 'apiKey')
  return { domain, apiUser, apiKey }
}

const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text)

/** Left out: as it was. Null or blank: none. */
function readWebhookSecret(given: string | null | undefined, stored: TrackerConnection | null): string | null {
  const kept = stored?.webhookSecret ?? null
  if (given === undefined) return kept
  const secret = requireMaxLength(given ?? '', maxLengths.secret, 'webhookSecret').trim()
  if (kept !== null && secret === maskSecret(kept)) return kept
  if (hasControlCharacters(secret) || secret.includes('\u2022'))
    throw badInputError('Please enter the webhook secret again', 'webhookSecret')
  return secret === '' ? null : secret
}

const requiredChoices = ['projectKey', 'issueTypeId', 'linkTypeId'] as const

export async function saveTrackerSettings(
  connections: TrackerConnections,
  accountId: string,
  given: Api.JiraSettingsInput,
): Promise<void> {
  const stored = await connections.read(accountId)
  const credentials = readTrackerCredentials(given, stored)
  // The contract lets a client leave them out; the rule for saving does not.
  const missing = requiredChoices.find((name) => (given[name] ?? '').trim() === '')
  if (missing !== undefined) throw badInputError(trackerTexts.selection, missing)
  const chosen = (name: (typeof requiredChoices)[number] | 'epicTypeId' | 'epicLinkFieldId'): string | null => {
    const value = given[name]
    return value == null ? null : requireMaxLength(value.trim(), maxLengths.text, name)
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
