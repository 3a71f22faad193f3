/** Session storage that answers null instead of throwing: a page in a sandbox or with storage blocked still has to work. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return window.sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      window.sessionStorage.setItem(key, value)
    } catch {
      // A full or forbidden storage costs the visitor a convenience, not the page.
    }
  },
  remove(key: string): void {
    try {
      window.sessionStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
}
