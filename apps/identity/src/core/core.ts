import type { IdentityRecord } from '../identities/identity.ts'
import type { AssuranceLevel, AuthenticationMethod, SessionRecord } from '../identities/session.ts'
import type { Sealer } from '../protocol/crypto.ts'
import type { SubmittedFields } from '../protocol/fields.ts'
import type { Flow, FormState } from '../protocol/flow.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { UiNode } from '../protocol/nodes.ts'
import type { BackOff } from '../storage/back-off.ts'
import type { Continuity } from '../storage/continuity.ts'
import type { Db } from '../storage/database.ts'
import type { NewIdentity } from '../storage/identity-store.ts'
import type { IdentityOptions, Lifespans } from './options.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Visit, VisitRoute } from './visit.ts'

/** The dependencies of every flow and method, created once in index.ts. */
export interface Core {
  readonly options: IdentityOptions
  readonly lifespans: Lifespans
  readonly db: Db
  readonly sealer: Sealer
  readonly continuity: Continuity
  readonly hasher: PasswordHasher
  readonly backOff: BackOff
  readonly methods: readonly FlowMethod[]
  /** Starts work that the response does not wait for; closing the service does wait for it. */
  runInBackground(what: string, work: () => Promise<void>): void
}

/** A form in a request: methods validate it and build their nodes from it. */
export interface FormVisit {
  readonly core: Core
  readonly visit: Visit
  readonly flow: Flow
}

export interface SettingsVisit extends FormVisit {
  readonly identity: IdentityRecord
  readonly session: SessionRecord
  /** The submitted fields, or those that were kept while the person signed in again. */
  readonly fields: SubmittedFields
  /** Throws if the form belongs to another browser. A resumed form was checked before it was paused. */
  ensureCsrf(): void
  /** True if the sign-in is recent enough for changes that could lock the owner out. */
  readonly isPrivileged: boolean
  /** True if this step of the sign-in was done minutes ago, as a change that weakens the second step needs it. */
  isFresh(level: AssuranceLevel): boolean
}

export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly form: FormState
}
/** The browser has to go elsewhere: 422 in JSON, 303 otherwise. */
export interface LeaveOutcome {
  readonly kind: 'leave'
  readonly url: string
}
export interface AuthenticatedOutcome {
  readonly kind: 'authenticated'
  readonly identityId: string
  readonly methods: readonly AuthenticationMethod[]
  /** The password hash that was verified. If it changed in the meantime, the proof is void. */
  readonly provenBy?: string
}
export interface RegisteredOutcome {
  readonly kind: 'registered'
  readonly wanted: NewIdentity
  readonly methods: readonly AuthenticationMethod[]
  /** The values that the form shows again if the identifier is taken. */
  readonly fields: FormState['fields']
}

export type LoginOutcome = AuthenticatedOutcome | RefusedOutcome | LeaveOutcome
export type RegistrationOutcome = RegisteredOutcome | RefusedOutcome | LeaveOutcome
export type SettingsOutcome =
  | {
      readonly kind: 'saved'
      readonly identity: IdentityRecord
      /** Steps that a JSON client has to take before it continues. */
      readonly firstSteps?: readonly object[]
      /** Replaces the flow's context. */
      readonly context?: JsonObject
    }
  /** Nothing is saved yet: the same form shows more, depending on its new context. */
  | { readonly kind: 'shown'; readonly context: JsonObject }
  /** The step that has to be done again; the first if it is absent. */
  | { readonly kind: 'refresh-required'; readonly level?: AssuranceLevel }
  | RefusedOutcome
  | LeaveOutcome

interface MethodPart<Given extends FormVisit, Outcome> {
  nodes(form: Given): Promise<UiNode[]>
  /** Whether these fields belong to this method. */
  claims(fields: SubmittedFields): boolean
  submit(form: Given): Promise<Outcome>
  /** Adjusts the complete form: relabels, hides or removes what does not fit the flow's context. */
  arrange?(form: Given, nodes: readonly UiNode[]): Promise<UiNode[]>
}

export interface LoginMethodPart extends MethodPart<FormVisit, LoginOutcome> {
  /** The step of the sign-in that the method serves; the first if it is absent. */
  readonly level?: AssuranceLevel
  /**
   * Called on every method after one of them has authenticated somebody and before the session exists. Null: nothing to
   * add. Methods: also completed, recorded in the session. Refused: no sign-in.
   */
  beforeSession?(
    form: FormVisit,
    authenticated: AuthenticatedOutcome,
  ): Promise<{ readonly kind: 'also'; readonly methods: readonly AuthenticationMethod[] } | RefusedOutcome | null>
}
export type RegistrationMethodPart = MethodPart<FormVisit, RegistrationOutcome>
export interface SettingsMethodPart extends MethodPart<SettingsVisit, SettingsOutcome> {
  /** The fields to keep if the person has to sign in again first. */
  readonly keptFields: readonly string[]
}

/** One authentication or settings method and the flows it takes part in. */
export interface FlowMethod {
  readonly id: 'password' | 'profile' | 'oidc' | 'code' | 'totp' | 'lookup_secret' | 'passkey'
  readonly login?: LoginMethodPart
  readonly registration?: RegistrationMethodPart
  readonly settings?: SettingsMethodPart
  /** Additional routes of the method, such as a callback. */
  routes?(core: Core): readonly VisitRoute[]
}
