import { apiHostOf } from '@espalier/domain'

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
