import { isIP, type LookupFunction } from 'node:net'

import { readTrackerDomain } from '@espalier/domain'

import { createGuardedLookup, type ResolveHost } from '../../outgoing/guarded-lookup.ts'

export interface JiraHostRules {
  /** For tests and development: these domains are asked at these addresses, without any check. */
  readonly hostMap: ReadonlyMap<string, string>
  /** Hosts, or hosts with a port, that may lie anywhere. */
  readonly allowHosts: readonly string[]
  /** In place of the system's resolver. */
  readonly resolve?: ResolveHost
}

export interface JiraHost {
  /** The site's name, wherever it is asked. */
  readonly site: string
  /** Without a slash at the end. */
  readonly base: string
  /** Left out: the address was given by the operator. */
  readonly lookup?: LookupFunction
}

/** Null: the domain is none, or may not be asked. */
export function resolveJiraHost(domain: string, rules: JiraHostRules): JiraHost | null {
  const read = readTrackerDomain(domain)
  if (!read.ok) return null
  const site = read.value
  const mapped = rules.hostMap.get(site)
  if (mapped !== undefined) return { site, base: mapped.replace(/\/+$/, '') }
  const { hostname, port } = new URL(`https://${site}`)
  const isAllowed = rules.allowHosts.includes(site) || (port === '' && rules.allowHosts.includes(`${hostname}:443`))
  const { resolve } = rules
  if (isAllowed) return { site, base: `https://${site}`, lookup: createGuardedLookup({ resolve, isAllowed: () => true }) }
  if (port !== '' || isIP(hostname) !== 0) return null
  return { site, base: `https://${site}`, lookup: createGuardedLookup({ resolve }) }
}
