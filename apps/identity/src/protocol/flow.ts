import type { JsonObject } from './json.ts'
import type { Message } from './messages.ts'

export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

export type FlowState = 'choose_method' | 'show_form' | 'success' | 'sent_email' | 'passed_challenge'

/** The form's content beyond its nodes: messages above it, and the typed values and messages by field name. */
export interface FormState {
  readonly messages: readonly Message[]
  readonly fields: { readonly [name: string]: { readonly value?: string; readonly messages?: readonly Message[] } }
}

/** One person's progress through one form, from its first rendering until it expires. */
export interface Flow {
  readonly id: string
  readonly kind: FlowKind
  readonly state: FlowState
  /** The method that was tried last. */
  readonly active: string | null
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly requestUrl: string
  readonly returnTo: string | null
  readonly csrfHash: string
  readonly refresh: boolean
  readonly requestedAal: 'aal1' | 'aal2'
  /** The owner of the settings; in a login flow, the person whose session is refreshed. */
  readonly identityId: string | null
  readonly form: FormState
  /** State of a method between two requests, under its own name. It is never sent to the client. */
  readonly context: JsonObject
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const emptyForm: FormState = { messages: [], fields: {} }

export const formWithMessages = (...messages: readonly Message[]): FormState => ({ messages, fields: {} })

export const isFlowExpired = (flow: Flow, now: Date): boolean => flow.expiresAt.getTime() <= now.getTime()
