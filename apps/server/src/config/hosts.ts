import { deriveApiHost } from '@espalier/domain'
import { getPublicSuffix } from 'tldts'

const parseHostname = (origin: string): string => new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')

export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname)

export const isLoopbackOrigin = (origin: string): boolean => isLoopbackName(parseHostname(origin))

/** The page derives the same address from its own host. */
export function toApiOrigin(webOrigin: string): string {
  const url = new URL(webOrigin)
  url.hostname = deriveApiHost(url.hostname)
  return url.origin
}

/**
 * Returns the last two labels of a host if they are a public suffix, such as co.uk or github.io; otherwise null. `api.`
 * of such a suffix belongs to somebody else, who would receive passwords and cookies.
 */
export function findPublicSuffixDomain(origin: string): string | null {
  const host = parseHostname(origin)
  const api = deriveApiHost(host)
  if (api === host) return null
  const lastTwo = api.slice('api.'.length)
  return getPublicSuffix(host, { allowPrivateDomains: true })?.endsWith(lastTwo) ? lastTwo : null
}
