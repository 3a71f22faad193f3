import { destinationOf, type Destination } from '@espalier/domain'
import { tabStorage } from '../../platform/storage.ts'
import { ownPlaces } from '../config/index.ts'

const key = 'next'

/** Keeps where to go after signing in. The value may be a stranger's: it is judged when it is taken, never followed raw. */
export function rememberNext(value: string): void {
  tabStorage.write(key, value)
}

/** Read once: null where nothing was stored. */
export function takeNext(): Destination | null {
  const value = tabStorage.read(key)
  tabStorage.remove(key)
  const destination = value === null ? null : judgeDestination(value)
  return destination?.kind === 'path' && entrances.test(destination.path) ? null : destination
}

/** Pages that lead in: whoever has just signed in would stay on them for ever. */
const entrances = /^\/(login|register|recovery)(?![^/?#])/u

export function forgetNext(): void {
  tabStorage.remove(key)
}

/** Our own path, one of our own hosts, or /projects for everything else. */
export const judgeDestination = (value: string | null): Destination => destinationOf(value, ownPlaces())
