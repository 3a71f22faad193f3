/** Where a visitor who just signed in may be sent. */
export type Destination =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }

export interface OwnPlaces {
  /** The page's own origin, such as https://app.example.com. */
  readonly origin: string
  /** The product's own hosts, with their ports: web and API, production and test. */
  readonly hosts: readonly string[]
}

const home: Destination = { kind: 'path', path: '/projects' }

/** A stored address is a stranger's word: only our own origin or exactly one of our own hosts is followed. */
export function destinationOf(value: string | null | undefined, own: OwnPlaces): Destination {
  if (value == null || value === '') return home
  let url: URL
  try {
    url = new URL(value, own.origin)
  } catch {
    return home
  }
  // blob:https://own/... bears our own origin, and is a stranger's page all the same.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return home
  if (url.username !== '' || url.password !== '') return home
  if (url.origin === own.origin) return ownPath(url)
  const ownScheme = new URL(own.origin).protocol
  const isOwnHost = own.hosts.includes(url.host)
  if (isOwnHost && (url.protocol === 'https:' || url.protocol === ownScheme)) return { kind: 'url', url: url.href }
  return home
}

function ownPath(url: URL): Destination {
  // '//evil' as a path would be read as another host by whoever resolves it again.
  if (url.pathname.startsWith('//') || url.pathname.includes('\\')) return home
  return { kind: 'path', path: url.pathname + url.search + url.hash }
}
