import { isIP } from 'node:net'

const hostnameOf = (origin: string): string => new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')

export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname)

export const isLoopbackOrigin = (origin: string): boolean => isLoopbackName(hostnameOf(origin))

/** The page derives the same address from its own host: both sides must agree on this rule. */
export function apiOriginOf(webOrigin: string): string {
  const url = new URL(webOrigin)
  const hostname = hostnameOf(webOrigin)
  if (hostname === 'localhost' || isIP(hostname) !== 0) return webOrigin
  const lastTwo = hostname.split('.').slice(-2).join('.')
  url.hostname = `api.${lastTwo}`
  return url.origin
}
