/** Leaving the page for another document. One object, so that whoever drives the page can watch it. */
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
  /** Whether going back stays inside the product. */
  hasPast(): boolean {
    const { navigation, history } = window as Window & { readonly navigation?: { readonly canGoBack: boolean } }
    // Browsers without the first one leave us the router's own count, which knows nothing of pages before a full load.
    return navigation?.canGoBack ?? Number(history.state?.idx ?? 0) > 0
  },
  /** Writes a hash without a new entry in the history, and without telling the router: nothing is drawn anew. */
  replaceHash(hash: string): void {
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search + hash)
  },
  hash: (): string => window.location.hash,
  /** Whether this document came from that path or from below it: what it may load was decided by the server then. */
  wasLoadedAt(path: string): boolean {
    const [entry] = performance.getEntriesByType('navigation')
    const from = entry === undefined ? window.location.pathname : new URL(entry.name).pathname
    return from === path || from.startsWith(`${path}/`)
  },
  /** The path, query and hash that are open now. */
  here(): string {
    return window.location.pathname + window.location.search + window.location.hash
  },
}

/** Pages that the server draws itself, on the page's own origin where the API has none of its own. The router knows nothing of them. */
const serverPages = ['/trial', '/billing', '/unsubscribe', '/dev/outbox']

export const isServerPage = (path: string): boolean => {
  const name = path.split(/[?#]/, 1)[0] ?? ''
  return serverPages.some((page) => name === page || name.startsWith(`${page}/`))
}
