/** Leaves the page for another document. It is one object so that a test can replace it. */
export const browser = {
  assign(url: string): void {
    window.location.assign(url)
  },
  replace(url: string): void {
    window.location.replace(url)
  },
  reload(): void {
    window.location.reload()
  },
  /** Tells whether going back stays inside the product. */
  hasPast(): boolean {
    const { navigation, history } = window as Window & { readonly navigation?: { readonly canGoBack: boolean } }
    // Other browsers only offer the router's own count, which does not know pages before a full load.
    return navigation?.canGoBack ?? Number(history.state?.idx ?? 0) > 0
  },
  /** Writes a hash without a history entry and without notifying the router, so nothing is rendered again. */
  replaceHash(hash: string): void {
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search + hash)
  },
  /** Writes a hash as a new history entry without notifying the router, which learns of it when the person goes back. */
  pushHash(hash: string): void {
    const { pathname, search } = window.location
    const { idx = 0 } = (window.history.state ?? {}) as { readonly idx?: number }
    window.history.pushState({ idx: idx + 1, usr: null }, '', pathname + search + hash)
  },
  hash: (): string => window.location.hash,
  /** Tells whether this document was loaded at or below that path, because the server decided then what it may load. */
  wasLoadedAt(path: string): boolean {
    const [entry] = performance.getEntriesByType('navigation')
    const from = entry === undefined ? window.location.pathname : new URL(entry.name).pathname
    return from === path || from.startsWith(`${path}/`)
  },
  /** Returns the open path, query and hash. */
  here(): string {
    return window.location.pathname + window.location.search + window.location.hash
  },
}

/** The server renders these pages, on the page's own origin if the API has no other. The router does not know them. */
const serverPages = ['/trial', '/billing', '/unsubscribe', '/dev/outbox']

export const isServerPage = (path: string): boolean => {
  const name = path.split(/[?#]/, 1)[0] ?? ''
  return serverPages.some((page) => name === page || name.startsWith(`${page}/`))
}
