/** Returns null instead of throwing, because a page in a sandbox or with blocked storage still has to work. */
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
      // A full or forbidden storage must not break the page.
    }
  },
  remove(key: string): void {
    try {
      storage().removeItem(key)
    } catch {}
  },
})

/** Cleared with the tab. */
export const tabStorage = safeStorage(() => window.sessionStorage)

/** Stored on this device. */
export const deviceStorage = safeStorage(() => window.localStorage)

const draftPrefix = 'draft:'

/**
 * Keeps the unsent text of a form across a reload. Drafts are stored per form and person, because another person must
 * not see them.
 */
export const drafts = {
  read(form: string): Readonly<Record<string, string>> | null {
    const stored = tabStorage.read(draftPrefix + form)
    if (stored === null) return null
    try {
      return parseDraft(JSON.parse(stored))
    } catch {
      return null
    }
  },
  write(form: string, texts: Readonly<Record<string, string>>): void {
    tabStorage.write(draftPrefix + form, JSON.stringify(texts))
  },
  remove(form: string): void {
    tabStorage.remove(draftPrefix + form)
  },
}

function parseDraft(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : null
}
