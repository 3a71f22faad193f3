import type { Api } from '@espalier/schema'
import { maskSecret, readTrackerDomain, trackerTexts } from '@espalier/domain'
import { ApiError } from '../../../api/errors.ts'
import type { IssueTracker, TrackerCredentials, TrackerFailure, TrackerResult } from '../../../ports/tracker.ts'
import { badInputError, requireMaxLength } from '../../projects/index.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import type { TrackerConnection, TrackerConnections } from './connection-store.ts'

/** Returns an account's settings with masked keys. */
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
  if (credentials.apiKey === '') return trackerErrorTexts.connection.sealed
  if (refusedAt !== null) return trackerErrorTexts.connection.refused(credentials.domain)
  return webhookRefusedAt === null ? null : trackerErrorTexts.connection.webhook
}

const maxLengths = { text: 320, secret: 2_000 } as const

const normalizeDomain = (domain: string): string | null => {
  const read = readTrackerDomain(domain)
  return read.ok ? read.value : null
}

/** A mask represents the stored key only with the stored domain and user, so that the key cannot be sent elsewhere. */
function readTrackerCredentials(given: Api.JiraCredentials, stored: TrackerConnection | null): TrackerCredentials {
  const domain = requireMaxLength(given.domain, maxLengths.text, 'domain').trim()
  const apiUser = requireMaxLength(given.apiUser, maxLengths.text, 'apiUser').trim()
  const apiKey = requireMaxLength(given.apiKey, maxLengths.secret, 'apiKey').trim()
  if (normalizeDomain(domain) === null) throw badInputError(trackerTexts.credentials, 'domain')
  if (apiUser === '' || hasControlCharacters(apiUser)) throw badInputError(trackerTexts.credentials, 'apiUser')
  if (stored !== null && apiKey === maskSecret(stored.credentials.apiKey)) {
    const isSame =
      normalizeDomain(stored.credentials.domain) === normalizeDomain(domain) && stored.credentials.apiUser === apiUser
    if (!isSame || stored.credentials.apiKey === '') throw badInputError(trackerTexts.credentials, 'apiKey')
    return { domain, apiUser, apiKey: stored.credentials.apiKey }
  }
  if (apiKey === '' || hasControlCharacters(apiKey) || apiKey.includes('\u2022'))
    throw badInputError(trackerTexts.credentials, 'apiKey')
  return { domain, apiUser, apiKey }
}

const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text)

/** If omitted, the secret stays; null or blank removes it. */
function readWebhookSecret(given: string | null | undefined, stored: TrackerConnection | null): string | null {
  const storedSecret = stored?.webhookSecret ?? null
  if (given === undefined) return storedSecret
  const secret = requireMaxLength(given ?? '', maxLengths.secret, 'webhookSecret').trim()
  if (storedSecret !== null && secret === maskSecret(storedSecret)) return storedSecret
  if (hasControlCharacters(secret) || secret.includes('\u2022'))
    throw badInputError(trackerErrorTexts.connection.enterSecretAgain, 'webhookSecret')
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
  // The contract makes them optional, but saving requires them.
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

/** Returns the tracker's choices once it has accepted the key. */
export async function testTrackerConnection(
  { tracker, connections }: { readonly tracker: IssueTracker; readonly connections: TrackerConnections },
  accountId: string,
  given: Api.JiraCredentials,
): Promise<Api.JiraTestResult> {
  const stored = await connections.read(accountId)
  const credentials = readTrackerCredentials(given, stored)
  const site = tracker.site(credentials)
  // This read comes first and alone, because the others also answer callers with a wrong key.
  const myself = await site.myself()
  const isStored = stored !== null && hasSameCredentials(stored, credentials)
  if (!myself.ok) {
    if (isStored && myself.reason.kind === 'rejected') await connections.markRefused(stored)
    throw toTrackerApiError(myself.reason)
  }
  if (isStored) await connections.markAccepted(stored)
  const [projects, linkTypes, epicLinkFieldId] = await Promise.all([
    site.projects(),
    site.linkTypes(),
    site.epicLinkFieldId(),
  ])
  return {
    projects: valueOrTrackerApiError(projects).map(({ key, name, issueTypes }) => ({
      key,
      name,
      issuetypes: issueTypes.map(({ id, name, untranslatedName, level }) => ({
        id,
        name,
        untranslatedName,
        hierarchyLevel: level,
      })),
    })),
    linkTypes: valueOrTrackerApiError(linkTypes).map(({ id, name }) => ({
      id,
      name,
      untranslatedName: null,
      hierarchyLevel: null,
    })),
    epicLinkFieldId: valueOrTrackerApiError(epicLinkFieldId),
  }
}

const hasSameCredentials = ({ credentials: stored }: TrackerConnection, given: TrackerCredentials): boolean =>
  stored.domain === given.domain && stored.apiUser === given.apiUser && stored.apiKey === given.apiKey

/** Reports the tracker's message and the next step. */
export const toTrackerApiError = (failure: TrackerFailure): ApiError => {
  const nextSteps: Partial<Record<TrackerFailure['kind'], string>> = trackerErrorTexts.nextStep
  const nextStep = nextSteps[failure.kind]
  const text =
    nextStep === undefined
      ? trackerErrorTexts.asSentence(failure.message)
      : trackerErrorTexts.withNextStep(failure.message, nextStep)
  const retryAfter = failure.retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(failure.retryAfterMs / 1_000) }
  return new ApiError('UPSTREAM_FAILED', text, retryAfter)
}

function valueOrTrackerApiError<Value>(answer: TrackerResult<Value>): Value {
  if (!answer.ok) throw toTrackerApiError(answer.reason)
  return answer.value
}
