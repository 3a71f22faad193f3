import { apiBase } from '../config/index.ts'
import type { Person } from '../identity/index.ts'

/** The name people call them by: first and last name, else the e-mail address. */
export const nameOf = (person: Person): string => `${person.firstname} ${person.lastname}`.trim() || person.email

/** The picture, where the content security policy lets it be shown: from the page's origin or the API's. */
export function pictureOf(person: Person): string | null {
  if (person.picture === null) return null
  try {
    const { href, origin } = new URL(person.picture, window.location.origin)
    return origin === window.location.origin || origin === apiBase() ? href : null
  } catch {
    return null
  }
}
