import { apiHostOf } from '@espalier/domain'
import { getPublicSuffix } from 'tldts'

const hostnameOf = (origin: string): string => new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')

export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname)

export const isLoopbackOrigin = (origin: string): boolean => isLoopbackName(hostnameOf(origin))

/** The page derives the same address from its own host. */
export function apiOriginOf(webOrigin: string): string {
  const url = new URL(webOrigin)
  url.hostname = apiHostOf(url.hostname)
  return url.origin
}

/**
 * The last two labels of a host where they are a public suffix, such as co.uk or github.io; null otherwise. `api.` of
 * such a suffix belongs to somebody else, who would then be sent passwords and cookies.
 */
export function publicSuffixInPlaceOfDomain(origin: string): string | null {
  const host = hostnameOf(origin)
  const api = apiHostOf(host)
  if (api === host) return null
  const lastTwo = api.slice('api.'.length)
  return getPublicSuffix(host, { allowPrivateDomains: true })?.endsWith(lastTwo) ? lastTwo : null
}
