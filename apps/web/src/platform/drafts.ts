import { tabStorage } from './storage.ts'

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
