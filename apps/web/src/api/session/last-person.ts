import type { Person } from '../identity/whoami.ts'
import { isJsonFields } from '../../platform/json.ts'
import { clearPersonCookie, planPictures, readPersonCookie } from '../../platform/plan-picture.ts'
import { deviceStorage } from '../../platform/storage.ts'

const key = 'last-person'
interface Remembered {
  readonly person: Person
  /** True if this page could read the cookie when the server confirmed the person. */
  readonly hasCookie: boolean
  readonly account?: unknown
}

function read(): Remembered | null {
  try {
    const value: unknown = JSON.parse(deviceStorage.read(key) ?? 'null')
    if (!isJsonFields(value) || !isJsonFields(value['person'])) return null
    return typeof value['person']['id'] === 'string' ? (value as unknown as Remembered) : null
  } catch {
    return null
  }
}

const write = (remembered: Remembered): void => deviceStorage.write(key, JSON.stringify(remembered))

/**
 * The person who used this browser last, so that their copy can be shown before the server has answered. The copy of
 * one person must never be shown to another: so this counts only as long as the session's cookie names the same person.
 * A page that cannot read the cookie, because the API has another host, waits for the server and counts it only
 * offline.
 */
export const lastPerson = {
  readSignedIn(): Person | null {
    const remembered = read()
    return remembered !== null && remembered.person.id === readPersonCookie() ? remembered.person : null
  },
  readOffline(): Person | null {
    const remembered = read()
    if (remembered === null) return null
    return remembered.hasCookie ? lastPerson.readSignedIn() : remembered.person
  },
  /** The server has confirmed this person. */
  write(person: Person): void {
    const before = read()
    const account = before?.person.id === person.id ? before.account : undefined
    write({ person, hasCookie: readPersonCookie() === person.id, account })
  },
  readAccount(personId: string): unknown {
    const remembered = read()
    return remembered?.person.id === personId ? remembered.account : undefined
  },
  writeAccount(personId: string, account: unknown): void {
    const remembered = read()
    if (remembered?.person.id === personId) write({ ...remembered, account })
  },
  /** True also if somebody left and their copy could not be removed yet. */
  wasHere: (): boolean => deviceStorage.read(key) !== null,
  /** Nobody counts any more, but their copy still has to be removed. */
  markLeft(): void {
    deviceStorage.write(key, 'left')
    planPictures.removeExcept(null)
    // The server removes it too, unless the session ended by itself.
    if (readPersonCookie() !== null) clearPersonCookie()
  },
  forget: (): void => deviceStorage.remove(key),
}
