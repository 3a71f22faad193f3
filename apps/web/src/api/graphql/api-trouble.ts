/** What an answer of the API may mean for the whole page, beside failing one operation. */
export type ApiTrouble =
  /** No session where one is needed. */
  | { readonly kind: 'unauthenticated' }
  /** A session without the right to do this. */
  | { readonly kind: 'forbidden' }
  /** The API answered: what was said about the network is no longer true. */
  | { readonly kind: 'reached' }
  /** To be told to the person, and to stay until they close it. */
  | { readonly kind: 'said'; readonly text: string }

let isUnreachable = false
const listeners = new Set<(trouble: ApiTrouble) => void>()

/** Light on purpose: the shell listens from the start, while the client itself comes only once somebody is signed in. */
export const apiTroubles = {
  listen(listener: (trouble: ApiTrouble) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  tell(trouble: ApiTrouble): void {
    if (trouble.kind === 'said' && trouble.text.startsWith('[Network error]')) isUnreachable = true
    for (const listener of listeners) listener(trouble)
  },
  /** An answer came. It is reported only after a network error was. */
  reached(): void {
    if (!isUnreachable) return
    isUnreachable = false
    apiTroubles.tell({ kind: 'reached' })
  },
}
