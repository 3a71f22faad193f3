import { useSyncExternalStore } from 'react'
import { createCell } from '../../platform/cell.ts'
import { createIdentityClient, type Person, type WhoamiResult } from '../identity/identity-client.ts'
import { apiBase, identityBase } from './page-config.ts'

type AuthState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'anonymous'; readonly because: 'no-session' | 'logged-out' }
  /** No answer that can be trusted: neither signed in nor signed out. */
  | { readonly kind: 'unreachable' }

interface AuthStore {
  get(): AuthState
  subscribe(listener: () => void): () => void
  /** Loads the state from the server; calls made meanwhile share one request. */
  check(): Promise<AuthState>
  /** What is believed may be out of date: back to unknown. */
  clear(): void
  /** The API refused the session (401, UNAUTHENTICATED): back to unknown, but not for ever. */
  rejectSession(): void
  /** The person pressed Logout. */
  markLoggedOut(): void
  /** The API accepted the session. */
  confirmSession(): void
}

const unknownState: AuthState = { kind: 'unknown' }
/** After so many refusals in a row by the API of a session that whoami vouches for, asking again would never end. */
const maxRejections = 3

export function createAuthStore(whoami: () => Promise<WhoamiResult>): AuthStore {
  let state = unknownState
  let running: Promise<AuthState> | null = null
  let generation = 0
  let refusals = 0
  const listeners = new Set<() => void>()

  const become = (next: AuthState): AuthState => {
    state = next
    for (const listener of listeners) listener()
    return next
  }
  // An answer to a question asked before a logout or a refusal must not sign the person in again.
  const outdate = () => {
    generation += 1
    running = null
  }
  const ask = async (asked: number): Promise<AuthState> => {
    const answer = await whoami()
    if (asked !== generation) return state
    running = null
    return become(toAuthState(answer, refusals))
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check: () => (running ??= ask(generation)),
    clear() {
      refusals = 0
      outdate()
      become(unknownState)
    },
    rejectSession() {
      if (state.kind === 'person') refusals += 1
      outdate()
      become(unknownState)
    },
    markLoggedOut() {
      outdate()
      refusals = 0
      become({ kind: 'anonymous', because: 'logged-out' })
    },
    confirmSession() {
      refusals = 0
    },
  }
}

function toAuthState(answer: WhoamiResult, refusals: number): AuthState {
  switch (answer.kind) {
    case 'person':
      return refusals >= maxRejections ? { kind: 'unreachable' } : answer
    case 'anonymous':
      return { kind: 'anonymous', because: 'no-session' }
    default:
      return { kind: 'unreachable' }
  }
}

export { forgetNext, resolveDestination, rememberNext, takeNext } from './pending-sign-in.ts'

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

/** The name people call them by: first and last name, else the e-mail address. */
export const formatPersonName = (person: Person): string =>
  `${person.firstname} ${person.lastname}`.trim() || person.email

/** Always from our own server, which knows what the person has chosen and brings what lies elsewhere. */
export const personPictureUrl = ({ id }: Pick<Person, 'id'>): string => `${apiBase()}/avatar/${encodeURIComponent(id)}`

/** The address of one's own picture since it was changed in this tab; null: it was not. */
export const changedPictureUrl = createCell<string | null>(null)
