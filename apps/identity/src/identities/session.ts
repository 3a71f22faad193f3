import { type IdentityRecord, toIdentityView } from './identity.ts'

/** The assurance level of a sign-in: aal2 takes a second factor. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface AuthenticationMethod {
  readonly method: 'password' | 'oidc' | 'code_recovery' | 'passkey' | 'totp' | 'lookup_secret'
  readonly aal: AssuranceLevel
  readonly completed_at: string
  readonly provider?: string
}

export interface SessionRecord {
  readonly id: string
  readonly identity: IdentityRecord
  readonly issuedAt: Date
  readonly authenticatedAt: Date
  readonly expiresAt: Date
  readonly methods: readonly AuthenticationMethod[]
  readonly device: { readonly id: string; readonly address: string; readonly agent: string }
  /** The person has a second factor, so a session of aal1 is not enough. */
  readonly hasSecondFactor: boolean
}

export const getAssuranceLevel = ({ methods }: Pick<SessionRecord, 'methods'>): AssuranceLevel =>
  methods.some(({ aal }) => aal === 'aal2') ? 'aal2' : 'aal1'

/** Whether the second step of the sign-in is still to be done. */
export const lacksSecondStep = (session: SessionRecord): boolean =>
  session.hasSecondFactor && getAssuranceLevel(session) === 'aal1'

/** The session as the protocol shows it. */
export function toSessionView(session: SessionRecord, base: string) {
  return {
    id: session.id,
    active: true,
    expires_at: session.expiresAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    authenticator_assurance_level: getAssuranceLevel(session),
    authentication_methods: session.methods,
    issued_at: session.issuedAt.toISOString(),
    identity: toIdentityView(session.identity, base),
    devices: [
      { id: session.device.id, ip_address: session.device.address, user_agent: session.device.agent, location: '' },
    ],
  }
}
export type Session = ReturnType<typeof toSessionView>

/** Fresh enough for changes that could lock the owner out. */
export const isSessionPrivileged = (session: SessionRecord, now: Date, privilegedMs: number): boolean =>
  privilegedMs <= 0 || now.getTime() - session.authenticatedAt.getTime() < privilegedMs

/** Whether this step of a sign-in was done in this session a moment ago. */
export const isStepFresh = (session: SessionRecord, level: AssuranceLevel, now: Date, freshMs: number): boolean =>
  session.methods.some(({ aal, completed_at: at }) => aal === level && now.getTime() - Date.parse(at) < freshMs)
