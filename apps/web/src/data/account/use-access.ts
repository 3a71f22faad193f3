import { hasProductAccess } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import { auth, useAuth } from '../session/index.ts'
import { type AccountState, createAccountStore } from './account-store.ts'
import type { Subscribed } from './account.ts'
import type { Keeping } from './keep-fresh.ts'

export type Access =
  /** Not signed in: nothing to know. */
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'known'; readonly hasAccess: boolean; readonly subscription: Subscribed | null }

// The GraphQL client is heavy: the sign-in pages must not carry it.
const accounts = createAccountStore(async (isQuiet) =>
  (await import('../graphql/fetch-account.ts')).fetchAccount(isQuiet),
)

let person: string | null = null
auth.subscribe(() => {
  const state = auth.get()
  const now = state.kind === 'person' ? state.person.id : null
  if (now === person) return
  person = now
  accounts.forget()
})

let kept: Promise<Keeping | null> | null = null

/** A subscription ends and comes back while a page is open. Null: a newer version was put in place, which has it elsewhere. */
const keeping = (): Promise<Keeping | null> =>
  (kept ??= import('./keep-fresh.ts').then(
    ({ keepFresh }) => keepFresh(accounts),
    () => (kept = null),
  ))

/** Asks often for a while: somebody has just subscribed, and it takes a moment until the API knows. */
export const awaitAccess = async (): Promise<void> => (await keeping())?.awaitAccess()

/** What the signed-in person may use, by their identity's status and their subscription. */
export function useAccess(): Access {
  const state = useAuth()
  const account = useSyncExternalStore(accounts.subscribe, accounts.get)
  const isPerson = state.kind === 'person'
  const isUnknown = account.kind === 'unknown'
  useEffect(() => {
    if (isPerson && isUnknown) void accounts.load().then(keeping)
  }, [isPerson, isUnknown])
  if (!isPerson) return { kind: 'none' }
  return accessOf(state.person.status, account)
}

/** The API knows them: a newcomer has an account from the first answer on. */
export const useHasAccount = (): boolean =>
  useSyncExternalStore(accounts.subscribe, () => accounts.get().kind === 'loaded')

function accessOf(identityStatus: string | null, account: AccountState): Access {
  const subscription = account.kind === 'loaded' ? account.account.subscription : null
  const hasAccess = hasProductAccess({ identityStatus, subscriptionStatus: subscription?.status ?? null })
  if (hasAccess || account.kind === 'loaded') return { kind: 'known', hasAccess, subscription }
  return account.kind === 'failed' ? { kind: 'failed', retry: () => void accounts.load() } : { kind: 'loading' }
}
