/** What an answer of the API may mean for the whole page, beside failing one operation. */
export type ApiTrouble =
  /** No session where one is needed. */
  | { readonly kind: 'unauthenticated' }
  /** A session without the right to do this. */
  | { readonly kind: 'forbidden' }
  /** To be told to the person, and to stay until they close it. */
  | { readonly kind: 'said'; readonly text: string }

const listeners = new Set<(trouble: ApiTrouble) => void>()

/** Light on purpose: the shell listens from the start, while the client itself comes only once somebody is signed in. */
export const apiTroubles = {
  listen(listener: (trouble: ApiTrouble) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  tell(trouble: ApiTrouble): void {
    for (const listener of listeners) listener(trouble)
  },
}
