import { useSyncExternalStore } from 'react'
import { identityBase } from '../config/index.ts'
import { createIdentityClient } from '../identity/index.ts'
import { createAuthStore, type AuthState } from './auth-store.ts'

export type { AuthState } from './auth-store.ts'
export { forgetNext, resolveDestination, rememberNext, takeNext } from './next.ts'
export { formatPersonName, personPictureUrl } from './appearance.ts'

/** The identity service of this page. */
export const identityClient = createIdentityClient(identityBase)

/** The one auth state of this tab. */
export const auth = createAuthStore(identityClient.whoami)

/** Whom this tab shows as signed in. */
export const currentPersonId = (): string | null => {
  const state = auth.get()
  return state.kind === 'person' ? state.person.id : null
}

export const useAuth = (): AuthState => useSyncExternalStore(auth.subscribe, auth.get)
