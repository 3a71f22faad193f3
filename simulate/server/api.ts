import type { ErrorCode } from '@espalier/schema'
import type { Operation } from '@espalier/sync'

/** One operation of a request, as the API's documents would send it. */
export type ApiCall =
  | { readonly kind: 'mutate'; readonly operation: Operation }
  | { readonly kind: 'share'; readonly operationId: string; readonly changes: Readonly<Record<string, string | null>> }
  | { readonly kind: 'changes'; readonly after: number }
  | { readonly kind: 'project' }
  | { readonly kind: 'nodes' }

/** Several operations of one tab; the server runs them in order. */
export interface ApiRequest {
  readonly userId: string
  readonly clientId: string
  readonly calls: readonly ApiCall[]
}

export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly text: string }

/** An event as it is sent over a socket. */
export interface SentEvent {
  readonly field: string
  readonly root: Readonly<Record<string, unknown>>
  readonly seq: number
  readonly clientId: string | null
}
