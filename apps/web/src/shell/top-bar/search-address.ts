interface LocationParts {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Where a search typed into the top bar leads: the canvas searches itself, everything else searches the project list. */
export function buildSearchAddress(place: LocationParts, typed: string): string {
  const text = typed.trim()
  const part = text === '' ? [] : [`search=${encodeURIComponent(text)}`]
  if (/^\/tree\//i.test(place.pathname)) return appendHash(place.pathname + place.search, part)
  const isList = /^\/projects\/?$/i.test(place.pathname)
  const filter = (isList && readFilter(place.hash)) || 'inbox'
  return appendHash(isList ? place.pathname + place.search : '/projects', [filter, ...part])
}

const appendHash = (path: string, parts: readonly string[]): string =>
  parts.length === 0 ? path : `${path}#${parts.join('&')}`

/** The list's filter is the part of the hash without a value. */
const readFilter = (hash: string): string | undefined =>
  hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => part !== '' && !part.includes('='))
