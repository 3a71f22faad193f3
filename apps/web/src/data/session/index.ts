import { useSyncExternalStore } from 'react'
import { identityBase } from '../config/index.ts'
import { createIdentityClient } from '../identity/index.ts'
import { createAuthStore, type AuthState } from './auth-store.ts'

export type { AuthState } from './auth-store.ts'
export { forgetNext, judgeDestination, rememberNext, takeNext } from './next.ts'
export { nameOf, pictureOf } from './appearance.ts'

/** The identity service of this page. */
export const identity = createIdentityClient(identityBase)

/** The one auth state of this tab. */
export const auth = createAuthStore(identity.whoami)

export const useAuth = (): AuthState => useSyncExternalStore(auth.subscribe, auth.get)
