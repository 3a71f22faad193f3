import type { Person } from '../identity/index.ts'

/** The name people call them by: first and last name, else the e-mail address. */
export const nameOf = (person: Person): string => `${person.firstname} ${person.lastname}`.trim() || person.email
