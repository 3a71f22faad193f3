import { useSyncExternalStore } from 'react'
import { createCell } from '../../platform/cell.ts'
import { createIdentityClient, type Person, readPerson, type WhoamiResult } from '../identity/identity-client.ts'
import { earlyData } from './early-data.ts'
import { apiBase, identityBase, pageConfig } from './page-config.ts'

type AuthState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'anonymous'; readonly because: 'no-session' | 'logged-out' }
  /** There is no trustworthy answer: the person is neither signed in nor signed out. */
  | { readonly kind: 'unreachable' }

interface AuthStore {
  get(): AuthState
  subscribe(listener: () => void): () => void
  /** Loads the state from the server; simultaneous calls share one request. */
  check(): Promise<AuthState>
  /** The known state may be out of date, so it becomes unknown. */
  clear(): void
  /** The API rejected the session (401, UNAUTHENTICATED): the state becomes unknown, a limited number of times. */
  rejectSession(): void
  /** The person pressed Logout. */
  markLoggedOut(): void
  /** The API accepted the session. */
  confirmSession(): void
}

const unknownState: AuthState = { kind: 'unknown' }
/** After this many rejections in a row by the API of a session that whoami confirms, checking again would never end. */
const maxRejections = 3

export function createAuthStore(whoami: () => Promise<WhoamiResult>): AuthStore {
  const state = createCell(unknownState)
  let running: Promise<AuthState> | null = null
  let generation = 0
  let refusals = 0

  // An answer to a check started before a logout or a rejection must not sign the person in again.
  const invalidate = () => {
    generation += 1
    running = null
  }
  const ask = async (asked: number): Promise<AuthState> => {
    const answer = await whoami()
    if (asked !== generation) return state.get()
    running = null
    state.set(toAuthState(answer, refusals))
    return state.get()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    check: () => (running ??= ask(generation)),
    clear() {
      refusals = 0
      invalidate()
      state.set(unknownState)
    },
    rejectSession() {
      if (state.get().kind === 'person') refusals += 1
      invalidate()
      state.set(unknownState)
    },
    markLoggedOut() {
      invalidate()
      refusals = 0
      state.set({ kind: 'anonymous', because: 'logged-out' })
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

export { forgetNext, resolveDestination, rememberNext, consumeNext } from './pending-sign-in.ts'

/** The identity service of this page. */
export const identityClient = createIdentityClient(identityBase)

/** The first check uses the session that was sent along with the HTML. Null: there is none that counts. */
async function readEarlySession(): Promise<WhoamiResult | null> {
  const session = await earlyData.consumeSession()
  // Another identity service distinguishes more cases than "nobody", so it is asked itself.
  if (session === null) return pageConfig().identityUrl === undefined ? { kind: 'anonymous' } : null
  const person = readPerson(session)
  return person === null ? null : { kind: 'person', person }
}

/** This tab has exactly one auth state. */
export const auth = createAuthStore(async () => (await readEarlySession()) ?? identityClient.whoami())

/** Returns the person this tab shows as signed in. */
export const currentPersonId = (): string | null => {
  const state = auth.get()
  return state.kind === 'person' ? state.person.id : null
}

export const useAuth = (): AuthState => useSyncExternalStore(auth.subscribe, auth.get)

/** Returns first and last name, else the email address. */
export const formatPersonName = (person: Person): string =>
  `${person.firstname} ${person.lastname}`.trim() || person.email

/** Our own server delivers every picture: it knows what the person has chosen and fetches external ones. */
export const personPictureUrl = ({ id }: Pick<Person, 'id'>): string => `${apiBase()}/avatar/${encodeURIComponent(id)}`

/** The address of the own picture after a change in this tab; null: it was not changed. */
export const changedPictureUrl = createCell<string | null>(null)
