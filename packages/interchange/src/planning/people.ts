import type { FilePerson } from '../model/project.ts'

/** Names match in any case, however their blanks and accents are encoded. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * Returns a search for people by the words of a file: an address or a whole name, or a short form of these such as
 * `ann` or `ann.lee` that fits only one person.
 */
export function createPeopleSearch(people: readonly FilePerson[]): (word: string) => FilePerson | undefined {
  const whole = new Map<string, FilePerson>()
  const short = new Map<string, FilePerson | null>()
  for (const person of people) {
    const [email, name] = [foldName(person.email), foldName(person.name ?? '')]
    for (const key of [email, name]) if (key !== '' && !whole.has(key)) whole.set(key, person)
    const words = name.split(' ')
    const forms = [email.split('@')[0] ?? '', words.join(''), words.join('.'), words.join('_'), words[0] ?? '']
    for (const key of new Set(forms)) if (key !== '') short.set(key, short.has(key) ? null : person)
  }
  return (word) => {
    const wanted = foldName(word).replace(/^@/u, '')
    return whole.get(wanted) ?? short.get(wanted) ?? undefined
  }
}
