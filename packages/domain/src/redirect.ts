/** Where a visitor who just signed in may be sent. */
export type RedirectTarget =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }

export interface OwnHosts {
  /** The page's own origin, such as https://app.example.com. */
  readonly origin: string
  /** The product's own hosts, with their ports: web and API, production and test. */
  readonly hosts: readonly string[]
}

const homePage: RedirectTarget = { kind: 'path', path: '/projects' }

/** A stored address is a stranger's word: only our own origin or exactly one of our own hosts is followed. */
export function resolveRedirect(value: string | null | undefined, own: OwnHosts): RedirectTarget {
  if (value == null || value === '') return homePage
  let url: URL
  try {
    url = new URL(value, own.origin)
  } catch {
    return homePage
  }
  // blob:https://own/... bears our own origin, and is a stranger's page all the same.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return homePage
  if (url.username !== '' || url.password !== '') return homePage
  if (url.origin === own.origin) return toOwnPath(url)
  const ownScheme = new URL(own.origin).protocol
  const isOwnHost = own.hosts.includes(url.host)
  if (isOwnHost && (url.protocol === 'https:' || url.protocol === ownScheme)) return { kind: 'url', url: url.href }
  return homePage
}

function toOwnPath(url: URL): RedirectTarget {
  // '//evil' as a path would be read as another host by whoever resolves it again.
  if (url.pathname.startsWith('//') || url.pathname.includes('\\')) return homePage
  return { kind: 'path', path: url.pathname + url.search + url.hash }
}
