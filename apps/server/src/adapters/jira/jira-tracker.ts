import type { IssueTracker, TrackerCredentials, TrackerSite } from '../../ports/tracker.ts'
import { createCircuitBreakers } from '../../reliability/circuit-breaker.ts'
import { createSemaphore, type Semaphore } from '../../reliability/semaphore.ts'
import { createIssueReads } from './issue-reads.ts'
import { createIssueWrites } from './issue-writes.ts'
import {
  type JiraConnection,
  type JiraHostRules,
  openJiraConnection,
  resolveJiraHost,
  unreachableFailure,
} from './jira-http.ts'
import {
  createFlavorDetector,
  createJiraRequester,
  type JiraFlavor,
  type JiraRequestOptions,
  type JiraSiteClient,
} from './site-client.ts'
import { createSiteReads } from './site-reads.ts'

export interface JiraTrackerOptions extends JiraHostRules {
  readonly timeoutMs?: number
  readonly backoffMs?: number
  readonly longestWaitMs?: number
  readonly circuit?: { readonly failures: number; readonly openMs: number }
  /** A certificate authority that is trusted in addition to the system's. */
  readonly ca?: string
}

export interface JiraTracker extends IssueTracker {
  close(): void
}

const maxConcurrentRequests = 4
const maxSites = 500

interface SharedSite extends JiraConnection {
  readonly gate: Semaphore
}

/** Supports Jira Cloud and Data Center over connections that go only to checked addresses. */
export function createJiraTracker(options: JiraTrackerOptions): JiraTracker {
  const shared = new Map<string, SharedSite>()
  const flavorDetector = createFlavorDetector()
  const getCircuit = createCircuitBreakers(options.circuit ?? { failures: 5, openMs: 30_000 }, maxSites)
  const getSharedSite = (base: string, open: () => JiraConnection): SharedSite => {
    const known = shared.get(base) ?? { ...open(), gate: createSemaphore(maxConcurrentRequests) }
    shared.delete(base)
    shared.set(base, known)
    const [oldest] = shared.keys()
    if (shared.size > maxSites && oldest !== undefined) {
      shared.get(oldest)?.close()
      shared.delete(oldest)
    }
    return known
  }
  const createSiteClient = (credentials: TrackerCredentials): JiraSiteClient => {
    const destination = resolveJiraHost(credentials.domain, options)
    if (destination === null) return createUnreachableClient(credentials.domain)
    const { site, base } = destination
    const { request: exchange, gate: semaphore } = getSharedSite(base, () =>
      openJiraConnection(destination, { ca: options.ca }),
    )
    const parts: Omit<JiraRequestOptions, 'authorization'> = {
      site,
      exchange,
      gate: semaphore,
      circuit: getCircuit(base),
      timeoutMs: options.timeoutMs ?? 10_000,
      backoffMs: options.backoffMs ?? 500,
      longestWaitMs: options.longestWaitMs ?? 30_000,
    }
    // The flavor decides how the key is sent, so it is detected without a key.
    const readFlavor = () => flavorDetector.of(site, createJiraRequester({ ...parts, authorization: '' }))
    return {
      site,
      flavor: readFlavor,
      async send(question) {
        const detected = await readFlavor()
        if (!detected.ok) return detected
        return createJiraRequester({ ...parts, authorization: buildAuthorization(credentials, detected.value) })(
          question,
        )
      },
    }
  }
  return {
    site(credentials): TrackerSite {
      const siteClient = createSiteClient(credentials)
      return {
        site: siteClient.site,
        issueUrl: (key) => `https://${siteClient.site}/browse/${encodeURIComponent(key)}`,
        ...createSiteReads(siteClient),
        ...createIssueReads(siteClient),
        ...createIssueWrites(siteClient),
      }
    },
    close() {
      for (const one of shared.values()) one.close()
      shared.clear()
    },
  }
}

/**
 * On Data Center the key is a personal access token: basic authentication is off there, and failing at it locks people
 * out.
 */
const buildAuthorization = ({ apiUser, apiKey }: TrackerCredentials, flavor: JiraFlavor): string =>
  flavor === 'cloud'
    ? `Basic ${Buffer.from(`${apiUser.trim()}:${apiKey.trim()}`).toString('base64')}`
    : `Bearer ${apiKey.trim().replaceAll(/[^\x21-\x7e]/g, '')}`

function createUnreachableClient(domain: string): JiraSiteClient {
  const refusal = { ok: false, reason: unreachableFailure(domain.slice(0, 100)) } as const
  return { site: domain, send: () => Promise.resolve(refusal), flavor: () => Promise.resolve(refusal) }
}
