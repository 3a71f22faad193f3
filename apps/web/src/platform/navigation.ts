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
  /** The path, query and hash that are open now. */
  here(): string {
    return window.location.pathname + window.location.search + window.location.hash
  },
}
