import { apiBase } from '../config/index.ts'
import type { Person } from '../identity/index.ts'

/** The name people call them by: first and last name, else the e-mail address. */
export const formatPersonName = (person: Person): string => `${person.firstname} ${person.lastname}`.trim() || person.email

/** Always from our own server, which knows what the person has chosen and brings what lies elsewhere. */
export const personPictureUrl = ({ id }: Pick<Person, 'id'>): string => `${apiBase()}/avatar/${encodeURIComponent(id)}`
