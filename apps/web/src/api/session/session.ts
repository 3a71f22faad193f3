import { useSyncExternalStore } from 'react'
import { createCell } from '../../platform/cell.ts'
import { type Person, readPerson, readSession, type WhoamiResult } from '../identity/whoami.ts'
import { earlyData } from './early-data.ts'
import { lastPerson } from './last-person.ts'
import { apiBase, identityBase, pageConfig } from './page-config.ts'

type AuthState =
  | { readonly kind: 'unknown' }
  /** Remembered: the browser says so, and the server has not answered yet. */
  | { readonly kind: 'person'; readonly person: Person; readonly isRemembered?: true }
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

/** The person who was signed in last, as this browser has stored it. */
type RememberedPerson = Pick<typeof lastPerson, 'readSignedIn' | 'readOffline' | 'write'>

const toRememberedState = (person: Person | null | undefined): AuthState | null =>
  person == null ? null : { kind: 'person', person, isRemembered: true }

export function createAuthStore(whoami: () => Promise<WhoamiResult>, remembered?: RememberedPerson): AuthStore {
  const state = createCell(toRememberedState(remembered?.readSignedIn()) ?? unknownState)
  // After the server has rejected the session, only the server can say who is signed in.
  let isRememberedTrusted = true
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
    if (answer.kind === 'person') {
      isRememberedTrusted = true
      remembered?.write(answer.person)
    }
    const offline = answer.kind === 'network' && isRememberedTrusted ? remembered?.readOffline() : null
    state.set(toRememberedState(offline) ?? toAuthState(answer, refusals))
    return state.get()
  }
  const check = (): Promise<AuthState> => (running ??= ask(generation))

  return {
    get: state.get,
    subscribe: state.subscribe,
    check,
    clear() {
      refusals = 0
      invalidate()
      state.set(unknownState)
    },
    rejectSession() {
      if (state.get().kind === 'person') refusals += 1
      isRememberedTrusted = false
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
      const now = state.get()
      // The server is back, so it can say who is signed in.
      if (now.kind === 'person' && now.isRemembered === true) void check()
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

/** The first check uses the session that was sent along with the HTML. Null: there is none that counts. */
async function readEarlySession(): Promise<WhoamiResult | null> {
  const session = await earlyData.consumeSession()
  // Another identity service distinguishes more cases than "nobody", so it is asked itself.
  if (session === null) return pageConfig().identityUrl === undefined ? { kind: 'anonymous' } : null
  const person = readPerson(session)
  return person === null ? null : { kind: 'person', person }
}

/** This tab has exactly one auth state. */
export const auth = createAuthStore(
  async () => (await readEarlySession()) ?? readSession(await identityBase()),
  lastPerson,
)

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
