import { hasProductAccess } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import { clientId } from '../graphql/page-headers.ts'
import { apiBase, pageConfig } from '../session/page-config.ts'
import { lastPerson } from '../session/last-person.ts'
import { auth, currentPersonId, useAuth } from '../session/session.ts'
import { getNumber, getString, isJsonFields } from '../../platform/json.ts'
import type { AccountRefresher } from './account-refresh.ts'
import { type Account, type AccountState, type AccountSubscription, createAccountStore } from './account-store.ts'

export type AccessState =
  /** The visitor is not signed in, so there is no account to load. */
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'known'; readonly hasAccess: boolean; readonly subscription: AccountSubscription | null }

// The GraphQL client is heavy, so the sign-in pages must not load it.
const accountStore = createAccountStore(
  async (isQuiet) => (await import('./account-requests.ts')).fetchAccount(isQuiet),
  {
    read: readUsableAccount,
    write: (account) => lastPerson.writeAccount(currentPersonId() ?? '', account),
  },
)

/** Null also if it gives no access: only the server can send a person away, who may have been let in meanwhile. */
function readUsableAccount(): Account | null {
  const state = auth.get()
  if (state.kind !== 'person') return null
  const account = readRememberedAccount(lastPerson.readAccount(state.person.id))
  const subscriptionStatus = account?.subscription?.status ?? null
  return hasProductAccess({ identityStatus: state.person.status, subscriptionStatus }) ? account : null
}

/** Null if it is not an account of this version. */
function readRememberedAccount(value: unknown): Account | null {
  const id = getString(value, 'id')
  if (id === null || !isJsonFields(value)) return null
  const { subscription } = value
  if (subscription === null) return { id, subscription }
  const status = getString(subscription, 'status')
  return status === null ? null : { id, subscription: { status, trial_end: getNumber(subscription, 'trial_end') } }
}

// The person may be known before this file is loaded; a later confirmation must not ask for the same account twice.
let lastPersonId = currentPersonId()
auth.subscribe(() => {
  const now = currentPersonId()
  if (now === lastPersonId) return
  lastPersonId = now
  accountStore.clear()
})

let refresher: Promise<AccountRefresher | null> | null = null

/**
 * Refreshes the account, because a subscription can end and return while a page is open. Null: a newer build is
 * deployed and this part can no longer be loaded.
 */
const loadRefresher = (): Promise<AccountRefresher | null> =>
  (refresher ??= import('./account-refresh.ts').then(
    ({ startAccountRefresh: keepFresh }) => keepFresh(accountStore),
    () => (refresher = null),
  ))

/** Polls often for a while, because the API learns about a new subscription with a delay. */
export const waitForAccess = async (): Promise<void> => (await loadRefresher())?.waitForAccess()

/** False when no trial began: this account had one already, or the server offers none. */
export async function startTrial(): Promise<boolean> {
  if (pageConfig().features.billing !== 'local') return false
  try {
    const answer = await fetch(`${apiBase()}/trial`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'x-client-id': clientId },
      redirect: 'manual',
    })
    // The server accepts with a redirect, which fetch does not reveal to a page.
    return answer.type === 'opaqueredirect' || answer.status === 303
  } catch {
    return false
  }
}

/** Tells what the signed-in person may use, from the identity's status and the subscription. */
export function useAccess(): AccessState {
  const state = useAuth()
  const account = useSyncExternalStore(accountStore.subscribe, accountStore.get)
  const isPerson = state.kind === 'person'
  const isUnknown = account.kind === 'unknown'
  useEffect(() => {
    if (isPerson && isUnknown) void accountStore.load().then(loadRefresher)
  }, [isPerson, isUnknown])
  if (!isPerson) return { kind: 'none' }
  const access = toAccessState(state.person.status, account)
  // The person's status may have changed since the browser stored it.
  const isDoubtful = access.kind === 'known' && !access.hasAccess && state.isRemembered === true
  return isDoubtful ? { kind: 'loading' } : access
}

/** A new person has an account from the first response of the API on. */
export const useHasAccount = (): boolean =>
  useSyncExternalStore(accountStore.subscribe, () => accountStore.get().kind === 'loaded')

function toAccessState(identityStatus: string | null, account: AccountState): AccessState {
  const subscription = account.kind === 'loaded' ? account.account.subscription : null
  const hasAccess = hasProductAccess({ identityStatus, subscriptionStatus: subscription?.status ?? null })
  if (hasAccess || account.kind === 'loaded') return { kind: 'known', hasAccess, subscription }
  return account.kind === 'failed' ? { kind: 'failed', retry: () => void accountStore.load() } : { kind: 'loading' }
}
