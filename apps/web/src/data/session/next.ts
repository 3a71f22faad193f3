import { resolveRedirect, type RedirectTarget } from '@espalier/domain'
import { tabStorage } from '../../platform/storage.ts'
import { ownAddresses } from '../config/index.ts'

const nextKey = 'next'

/** Keeps where to go after signing in. The value may be a stranger's: it is judged when it is taken, never followed raw. */
export function rememberNext(value: string): void {
  tabStorage.write(nextKey, value)
}

/** Read once: null where nothing was stored. */
export function takeNext(): RedirectTarget | null {
  const value = tabStorage.read(nextKey)
  tabStorage.remove(nextKey)
  const destination = value === null ? null : resolveDestination(value)
  return destination?.kind === 'path' && signInPaths.test(destination.path) ? null : destination
}

/** Pages that lead in: whoever has just signed in would stay on them for ever. */
const signInPaths = /^\/(login|register|recovery)(?![^/?#])/u

export function forgetNext(): void {
  tabStorage.remove(nextKey)
}

/** Our own path, one of our own hosts, or /projects for everything else. */
export const resolveDestination = (value: string | null): RedirectTarget => resolveRedirect(value, ownAddresses())
