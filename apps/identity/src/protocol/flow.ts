import type { JsonObject } from './json.ts'
import type { Message } from './messages.ts'

export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

export type FlowState = 'choose_method' | 'show_form' | 'success' | 'sent_email' | 'passed_challenge'

/** What a form shows beyond its nodes: messages above it, and what was typed into and said about a field, by name. */
export interface FormState {
  readonly messages: readonly Message[]
  readonly fields: { readonly [name: string]: { readonly value?: string; readonly messages?: readonly Message[] } }
}

/** One person's walk through one form, from its first rendering until it expires. */
export interface Flow {
  readonly id: string
  readonly kind: FlowKind
  readonly state: FlowState
  /** The method that was last tried. */
  readonly active: string | null
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly requestUrl: string
  readonly returnTo: string | null
  readonly csrfHash: string
  readonly refresh: boolean
  readonly requestedAal: 'aal1' | 'aal2'
  /** Whose settings; in a login flow, whose sign-in is confirmed. */
  readonly identityId: string | null
  readonly form: FormState
  /** What a method has to remember between two requests, under its own name. Never sent out. */
  readonly context: JsonObject
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const emptyForm: FormState = { messages: [], fields: {} }

export const formWithMessages = (...messages: readonly Message[]): FormState => ({ messages, fields: {} })

export const isFlowExpired = (flow: Flow, now: Date): boolean => flow.expiresAt.getTime() <= now.getTime()
