import { createCell } from '../../platform/cell.ts'

/** Null: never subscribed. */
export interface AccountSubscription {
  readonly status: string
  /** Seconds since 1970. */
  readonly trial_end: number | null
}

export interface Account {
  readonly id: string
  readonly subscription: AccountSubscription | null
}

export type AccountState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly account: Account }
  | { readonly kind: 'failed' }

export interface AccountStore {
  get(): AccountState
  subscribe(listener: () => void): () => void
  /** Simultaneous calls share one request. */
  load(): Promise<void>
  /** Refetches in the background: an answer replaces the shown account, a failure changes nothing. */
  refresh(): Promise<void>
  clear(): void
}

/** The account as it was when the server was heard last, stored on this device. */
interface RememberedAccount {
  read(): Account | null
  write(account: Account): void
}

/** Holds the signed-in person's account and clears it whenever the person may have changed. */
export function createAccountStore(
  fetchAccount: (isQuiet: boolean) => Promise<Account | null>,
  remembered: RememberedAccount = { read: () => null, write: () => {} },
): AccountStore {
  const state = createCell<AccountState>({ kind: 'unknown' })
  let generation = 0
  const fetchAndRemember = async (isQuiet: boolean): Promise<Account | null> => {
    const asked = generation
    const account = await fetchAccount(isQuiet)
    if (account !== null && asked === generation) remembered.write(account)
    return account
  }
  let running: Promise<void> | null = null
  async function load(): Promise<void> {
    generation += 1
    const asked = generation
    const known = remembered.read()
    const fallback: AccountState = known === null ? { kind: 'failed' } : { kind: 'loaded', account: known }
    state.set(known === null ? { kind: 'loading' } : fallback)
    const answer: AccountState = await fetchAndRemember(known !== null).then(
      (account) => (account === null ? fallback : { kind: 'loaded', account }),
      () => fallback,
    )
    // An answer for the previous person must not become this person's account.
    if (asked !== generation) return
    running = null
    state.set(answer)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    // Several parts of a page ask at its start, and only the first of them finds the answer that came with the HTML.
    load: () => (running ??= load()),
    async refresh() {
      const asked = generation
      const account = await fetchAndRemember(true).catch(() => null)
      const shown = state.get()
      if (asked !== generation || shown.kind !== 'loaded' || account === null) return
      if (JSON.stringify(account) !== JSON.stringify(shown.account)) state.set({ kind: 'loaded', account })
    },
    clear() {
      generation += 1
      running = null
      state.set({ kind: 'unknown' })
    },
  }
}
