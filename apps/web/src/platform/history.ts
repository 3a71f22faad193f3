/** The target of a link. A part that is missing is empty, except the path, which stays the current one. */
export type To = string | Partial<Address>

export interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

export interface Location extends Address {
  /** The data that the navigation stored with its history entry; it survives a reload. */
  readonly state: unknown
}

/** 'POP': the page was loaded, or the person went back or forward, or changed the hash in the address bar. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

export interface Navigation {
  readonly location: Location
  readonly type: NavigationType
}

/** Returns true to hold a navigation. `proceed` tries it again. */
type NavigationGuard = (proceed: () => void) => boolean

export interface RouterHistory {
  /** Returns the open address and how it was reached. */
  read(): Navigation
  push(address: Address, state: unknown): void
  replace(address: Address, state: unknown): void
  go(steps: number): void
  listen(onNavigation: () => void): () => void
  /** Asks before every new history entry. Redirects replace the entry and are not asked about. */
  addGuard(guard: NavigationGuard): () => void
}

/** The history entries of a browser tab, or of a test. */
export interface HistoryEntries {
  read(): Location
  push(address: Address, state: unknown): void
  replace(address: Address, state: unknown): void
  go(steps: number): void
  /** Calls back when another entry became the current one without `push` and `replace`. */
  listen(onPop: () => void): () => void
}

export function createHistory(entries: HistoryEntries): RouterHistory {
  const listeners = new Set<() => void>()
  const guards = new Set<NavigationGuard>()
  let type: NavigationType = 'POP'
  const announce = (next: NavigationType) => {
    type = next
    for (const listener of listeners) listener()
  }
  const history: RouterHistory = {
    read: () => ({ location: entries.read(), type }),
    push(address, state) {
      const proceed = () => history.push(address, state)
      for (const guard of guards) if (guard(proceed)) return
      entries.push(address, state)
      announce('PUSH')
    },
    replace(address, state) {
      entries.replace(address, state)
      announce('REPLACE')
    },
    go: (steps) => entries.go(steps),
    listen(onNavigation) {
      listeners.add(onNavigation)
      const stop = entries.listen(() => {
        type = 'POP'
        onNavigation()
      })
      return () => {
        listeners.delete(onNavigation)
        stop()
      }
    },
    addGuard(guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
  }
  return history
}

/** These names are in the history entries of tabs that were opened with an earlier build. */
interface EntryState {
  /** The number of the entry in this tab, by which the Back button is held and hidden. */
  readonly idx: number
  readonly usr: unknown
}

const readEntryState = (): Partial<EntryState> => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? state : {}
}

export function createBrowserHistory(): RouterHistory {
  const first = readEntryState()
  if (first.idx === undefined) window.history.replaceState({ ...first, idx: 0 }, '')
  // The entry of a hash that was typed into the address bar has no number.
  const readIndex = () => readEntryState().idx ?? 0
  return createHistory({
    read() {
      const { pathname, search, hash } = window.location
      return { pathname, search, hash, state: readEntryState().usr ?? null }
    },
    push(address, state) {
      const url = formatAddress(address)
      const entry: EntryState = { idx: readIndex() + 1, usr: state }
      try {
        window.history.pushState(entry, '', url)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Safari rejects too many entries in a short time. Loading the page leads to the same place.
        window.location.assign(url)
      }
    },
    replace(address, state) {
      const entry: EntryState = { idx: readIndex(), usr: state }
      window.history.replaceState(entry, '', formatAddress(address))
    },
    go: (steps) => window.history.go(steps),
    listen(onPop) {
      window.addEventListener('popstate', onPop)
      return () => window.removeEventListener('popstate', onPop)
    },
  })
}

const addressParts = /^([^?#]*)(\?[^#]*)?(#.*)?$/s

/** Completes an address with the current path: '#a' and '?b' stay on the page and drop its query and hash. */
export function resolveAddress(to: To, currentPath: string): Address {
  const parts = typeof to === 'string' ? parseAddress(to) : to
  const { pathname = currentPath, search = '', hash = '' } = parts
  return {
    // Two slashes at the start would name another host.
    pathname: `/${pathname.replace(/^[\s\\/]+/, '')}`,
    search: search === '?' ? '' : search,
    hash: hash === '#' ? '' : hash,
  }
}

function parseAddress(text: string): Partial<Address> {
  const [, pathname = '', search = '', hash = ''] = addressParts.exec(text) ?? []
  return pathname === '' ? { search, hash } : { pathname, search, hash }
}

export const formatAddress = ({ pathname, search, hash }: Address): string => pathname + search + hash
