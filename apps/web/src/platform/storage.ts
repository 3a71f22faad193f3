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

const draftPrefix = 'draft:'

/** What was typed into a form and not sent, kept over a reload. One a form and person: another's draft is nobody's business. */
export const drafts = {
  read(form: string): Readonly<Record<string, string>> | null {
    const kept = tabStorage.read(draftPrefix + form)
    if (kept === null) return null
    try {
      return parseDraft(JSON.parse(kept))
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
