import { hasProductAccess } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import { auth, useAuth } from '../session/session.ts'
import type { AccountRefresher } from './account-refresh.ts'
import { type AccountState, type AccountSubscription, createAccountStore } from './account-store.ts'

export type AccessState =
  /** Not signed in: nothing to know. */
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'known'; readonly hasAccess: boolean; readonly subscription: AccountSubscription | null }

// The GraphQL client is heavy: the sign-in pages must not carry it.
const accountStore = createAccountStore(async (isQuiet) =>
  (await import('./account-requests.ts')).fetchAccount(isQuiet),
)

let lastPersonId: string | null = null
auth.subscribe(() => {
  const state = auth.get()
  const now = state.kind === 'person' ? state.person.id : null
  if (now === lastPersonId) return
  lastPersonId = now
  accountStore.clear()
})

let refresher: Promise<AccountRefresher | null> | null = null

/** A subscription ends and comes back while a page is open. Null: a newer version was put in place, which has it elsewhere. */
const loadRefresher = (): Promise<AccountRefresher | null> =>
  (refresher ??= import('./account-refresh.ts').then(
    ({ startAccountRefresh: keepFresh }) => keepFresh(accountStore),
    () => (refresher = null),
  ))

/** Asks often for a while: somebody has just subscribed, and it takes a moment until the API knows. */
export const waitForAccess = async (): Promise<void> => (await loadRefresher())?.waitForAccess()

/** What the signed-in person may use, by their identity's status and their subscription. */
export function useAccess(): AccessState {
  const state = useAuth()
  const account = useSyncExternalStore(accountStore.subscribe, accountStore.get)
  const isPerson = state.kind === 'person'
  const isUnknown = account.kind === 'unknown'
  useEffect(() => {
    if (isPerson && isUnknown) void accountStore.load().then(loadRefresher)
  }, [isPerson, isUnknown])
  if (!isPerson) return { kind: 'none' }
  return toAccessState(state.person.status, account)
}

/** The API knows them: a newcomer has an account from the first answer on. */
export const useHasAccount = (): boolean =>
  useSyncExternalStore(accountStore.subscribe, () => accountStore.get().kind === 'loaded')

function toAccessState(identityStatus: string | null, account: AccountState): AccessState {
  const subscription = account.kind === 'loaded' ? account.account.subscription : null
  const hasAccess = hasProductAccess({ identityStatus, subscriptionStatus: subscription?.status ?? null })
  if (hasAccess || account.kind === 'loaded') return { kind: 'known', hasAccess, subscription }
  return account.kind === 'failed' ? { kind: 'failed', retry: () => void accountStore.load() } : { kind: 'loading' }
}
