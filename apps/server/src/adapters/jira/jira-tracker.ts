import { createCircuits } from '../../resilience/circuit.ts'
import type { IssueTracker, TrackerCredentials, TrackerSite } from '../../ports/tracker.ts'
import { createAsk, type AskParts } from './ask.ts'
import { destinationOf, type DestinationRules } from './destination.ts'
import { openExchange, type OpenExchange } from './exchange.ts'
import { unreachable } from './failures.ts'
import { createFlavours, type Flavour } from './flavour.ts'
import { createGate, type Gate } from './gate.ts'
import { issueReads } from './issue-reads.ts'
import { issueWrites } from './issue-writes.ts'
import type { SiteLine } from './site-line.ts'
import { siteReads } from './site-reads.ts'

export interface JiraTrackerOptions extends DestinationRules {
  readonly timeoutMs?: number
  readonly backoffMs?: number
  readonly longestWaitMs?: number
  readonly circuit?: { readonly failures: number; readonly openMs: number }
  /** Trusted besides the system's. */
  readonly ca?: string
}

export interface JiraTracker extends IssueTracker {
  close(): void
}

const askedAtOnce = 4
const mostSites = 500

interface SharedSite extends OpenExchange {
  readonly gate: Gate
}

/** Jira Cloud and Data Center, asked over connections that go nowhere but to the addresses that were looked at. */
export function jiraTracker(options: JiraTrackerOptions): JiraTracker {
  const shared = new Map<string, SharedSite>()
  const flavours = createFlavours()
  const circuitOf = createCircuits(options.circuit ?? { failures: 5, openMs: 30_000 }, mostSites)
  const sharedOf = (base: string, open: () => OpenExchange): SharedSite => {
    const known = shared.get(base) ?? { ...open(), gate: createGate(askedAtOnce) }
    shared.delete(base)
    shared.set(base, known)
    const [oldest] = shared.keys()
    if (shared.size > mostSites && oldest !== undefined) {
      shared.get(oldest)?.close()
      shared.delete(oldest)
    }
    return known
  }
  const lineTo = (credentials: TrackerCredentials): SiteLine => {
    const destination = destinationOf(credentials.domain, options)
    if (destination === null) return nowhere(credentials.domain)
    const { site, base } = destination
    const { exchange, gate } = sharedOf(base, () => openExchange(destination, { ca: options.ca }))
    const parts: Omit<AskParts, 'authorization'> = {
      site,
      exchange,
      gate,
      circuit: circuitOf(base),
      timeoutMs: options.timeoutMs ?? 10_000,
      backoffMs: options.backoffMs ?? 500,
      longestWaitMs: options.longestWaitMs ?? 30_000,
    }
    // Which Jira it is decides how the key is sent, so that question is asked without one.
    const flavour = () => flavours.of(site, createAsk({ ...parts, authorization: '' }))
    return {
      site,
      flavour,
      async ask(question) {
        const is = await flavour()
        if (!is.ok) return is
        return createAsk({ ...parts, authorization: authorizationOf(credentials, is.value) })(question)
      },
    }
  }
  return {
    site(credentials): TrackerSite {
      const line = lineTo(credentials)
      return {
        site: line.site,
        issueUrl: (key) => `https://${line.site}/browse/${encodeURIComponent(key)}`,
        ...siteReads(line),
        ...issueReads(line),
        ...issueWrites(line),
      }
    },
    close() {
      for (const one of shared.values()) one.close()
      shared.clear()
    },
  }
}

/** On Data Center the key is a personal access token: basic sign-in is off there, and failing at it locks people out. */
const authorizationOf = ({ apiUser, apiKey }: TrackerCredentials, flavour: Flavour): string =>
  flavour === 'cloud'
    ? `Basic ${Buffer.from(`${apiUser.trim()}:${apiKey.trim()}`).toString('base64')}`
    : `Bearer ${apiKey.trim().replaceAll(/[^\x21-\x7e]/g, '')}`

function nowhere(domain: string): SiteLine {
  const refusal = { ok: false, failure: unreachable(domain.slice(0, 100)) } as const
  return { site: domain, ask: () => Promise.resolve(refusal), flavour: () => Promise.resolve(refusal) }
}
