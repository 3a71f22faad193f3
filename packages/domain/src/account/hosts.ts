/** The target of a redirect after sign-in. */
export type RedirectTarget =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }

export interface OwnHosts {
  /** The page's own origin, such as https://app.example.com. */
  readonly origin: string
  /** The product's own hosts with their ports: web and API, production and test. */
  readonly hosts: readonly string[]
}

const homePage: RedirectTarget = { kind: 'path', path: '/projects' }

/** A stored address may be forged: only our own origin or exactly one of our own hosts is followed. */
export function resolveRedirect(value: string | null | undefined, own: OwnHosts): RedirectTarget {
  if (value == null || value === '') return homePage
  let url: URL
  try {
    url = new URL(value, own.origin)
  } catch {
    return homePage
  }
  // blob:https://own/... has our own origin, but is a foreign page.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return homePage
  if (url.username !== '' || url.password !== '') return homePage
  if (url.origin === own.origin) return toOwnPath(url)
  const ownScheme = new URL(own.origin).protocol
  const isOwnHost = own.hosts.includes(url.host)
  if (isOwnHost && (url.protocol === 'https:' || url.protocol === ownScheme)) return { kind: 'url', url: url.href }
  return homePage
}

function toOwnPath(url: URL): RedirectTarget {
  // Another resolver would read the path '//evil' as a host.
  if (url.pathname.startsWith('//') || url.pathname.includes('\\')) return homePage
  return { kind: 'path', path: url.pathname + url.search + url.hash }
}

const isIpAddress = (hostname: string): boolean =>
  hostname.startsWith('[') || hostname.includes(':') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)

/**
 * Derives the API's host from a page's: `api.` and its last two labels; the same on localhost, bare names and IP
 * addresses.
 */
export function deriveApiHost(hostname: string): string {
  const labels = hostname.split('.').filter((label) => label !== '')
  if (isIpAddress(hostname) || labels.length < 2 || labels.at(-1) === 'localhost') return hostname
  return ['api', ...labels.slice(-2)].join('.')
}

/** Returns the eight numbers of an IPv6 address; null when the text is none. */
function readIPv6(text: string): number[] | null {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return null
  const before = readGroups(head)
  const after = tail === undefined ? [] : readGroups(tail)
  if (before === null || after === null) return null
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...before, ...Array.from({ length: missing }, () => 0), ...after]
}

function readGroups(text: string): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  for (const [at, part] of text.split(':').entries()) {
    const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part)
    if (dotted !== null && at === text.split(':').length - 1) {
      const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number)
      groups.push(a * 256 + b, c * 256 + d)
    } else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

const isMappedIPv4 = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

/**
 * Returns the network that a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address, because
 * one customer of a provider has all of it. An IPv4 address in IPv6 notation counts as the IPv4 address.
 */
export function getClientNetwork(address: string): string {
  const text = address.trim().toLowerCase().replace(/%.*$/, '')
  if (text.length > 45 || !text.includes(':')) return text
  const groups = readIPv6(text)
  if (groups === null) return text
  const [, , , , , , high = 0, low = 0] = groups
  if (isMappedIPv4(groups)) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
