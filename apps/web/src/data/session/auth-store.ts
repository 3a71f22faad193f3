import type { Person, WhoamiResult } from '../identity/index.ts'

export type AuthState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'anonymous'; readonly because: 'no-session' | 'logged-out' }
  /** No answer that can be trusted: neither signed in nor signed out. */
  | { readonly kind: 'unreachable' }

export interface AuthStore {
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
