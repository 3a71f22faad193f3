import { createListeners } from '../../platform/cell.ts'

/** A consequence that an API answer has for the whole page, besides failing one operation. */
export type ApiTrouble =
  /** A session is needed and there is none. */
  | { readonly kind: 'unauthenticated' }
  /** The session does not permit this operation. */
  | { readonly kind: 'forbidden' }
  /** The API did not answer. The text is shown until it does, or until the person closes it. */
  | { readonly kind: 'unreachable'; readonly text: string }
  /** The API answered, so the network error is no longer true. */
  | { readonly kind: 'reached' }
  /** Shows a text until the person closes it. */
  | { readonly kind: 'said'; readonly text: string }

let isUnreachable = false
const listeners = createListeners<ApiTrouble>()

/** This module stays light: the shell listens from the start, while the client is loaded only after sign-in. */
export const apiTroubles = {
  listen: listeners.add,
  report(trouble: ApiTrouble): void {
    if (trouble.kind === 'unreachable') isUnreachable = true
    listeners.notify(trouble)
  },
  /** Reports a successful answer, but only after a network error was reported. */
  reached(): void {
    if (!isUnreachable) return
    isUnreachable = false
    apiTroubles.report({ kind: 'reached' })
  },
}
