/** Answers null instead of throwing: a page in a sandbox or with storage blocked still has to work. */
const safeStorage = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      storage().setItem(key, value)
    } catch {
      // A full or forbidden storage costs the visitor a convenience, not the page.
    }
  },
  remove(key: string): void {
    try {
      storage().removeItem(key)
    } catch {
      // As above.
    }
  },
})

/** Gone with the tab. */
export const tabStorage = safeStorage(() => window.sessionStorage)

/** Kept on this device. */
export const deviceStorage = safeStorage(() => window.localStorage)
