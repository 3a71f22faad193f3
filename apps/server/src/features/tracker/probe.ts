import type { Api } from '@espalier/contract'

import type { IssueTracker, TrackerCredentials } from '../../ports/tracker.ts'
import type { TrackerConnection } from './connection.ts'
import type { TrackerConnections } from './connections.ts'
import { readTrackerCredentials } from './settings.ts'
import { valueOrTrackerApiError, toTrackerApiError } from './upstream.ts'

/** What a tracker offers to choose from, once it has taken the key. */
export async function testTrackerConnection(
  { tracker, connections }: { readonly tracker: IssueTracker; readonly connections: TrackerConnections },
  accountId: string,
  given: Api.JiraCredentials,
): Promise<Api.JiraTestResult> {
  const stored = await connections.read(accountId)
  const credentials = readTrackerCredentials(given, stored)
  const site = tracker.site(credentials)
  // First, and alone: the other reads also answer callers whose key is wrong.
  const myself = await site.myself()
  const isStored = stored !== null && hasSameCredentials(stored, credentials)
  if (!myself.ok) {
    if (isStored && myself.failure.kind === 'rejected') await connections.markRefused(stored)
    throw toTrackerApiError(myself.failure)
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
    linkTypes: valueOrTrackerApiError(linkTypes).map(({ id, name }) => ({ id, name, untranslatedName: null, hierarchyLevel: null })),
    epicLinkFieldId: valueOrTrackerApiError(epicLinkFieldId),
  }
}

const hasSameCredentials = ({ credentials: stored }: TrackerConnection, given: TrackerCredentials): boolean =>
  stored.domain === given.domain && stored.apiUser === given.apiUser && stored.apiKey === given.apiKey
