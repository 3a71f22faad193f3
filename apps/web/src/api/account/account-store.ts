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
  load(): Promise<void>
  /** Refetches in the background: an answer replaces the shown account, a failure changes nothing. */
  refresh(): Promise<void>
  clear(): void
}

/** Holds the signed-in person's account and clears it whenever the person may have changed. */
export function createAccountStore(fetchAccount: (isQuiet: boolean) => Promise<Account | null>): AccountStore {
  let state: AccountState = { kind: 'unknown' }
  let generation = 0
  const listeners = new Set<() => void>()
  const become = (next: AccountState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async load() {
      generation += 1
      const asked = generation
      become({ kind: 'loading' })
      const answer: AccountState = await fetchAccount(false).then(
        (account) => (account === null ? { kind: 'failed' } : { kind: 'loaded', account }),
        () => ({ kind: 'failed' }),
      )
      // An answer for the previous person must not become this person's account.
      if (asked === generation) become(answer)
    },
    async refresh() {
      const asked = generation
      const account = await fetchAccount(true).catch(() => null)
      if (asked !== generation || state.kind !== 'loaded' || account === null) return
      if (JSON.stringify(account) !== JSON.stringify(state.account)) become({ kind: 'loaded', account })
    },
    clear() {
      generation += 1
      become({ kind: 'unknown' })
    },
  }
}
