/** A person as the identity service describes them. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string | null
  /** 'active' grants product access; null and anything else does not. */
  readonly status: string | null
  /** True if addresses are verified and this one has not been proven: nothing may be granted because of it. */
  readonly isEmailUnproven?: boolean
  /** True if the operator has deactivated the person: nothing may be done in their name. */
  readonly isDeactivated?: boolean
  /** The address that awaits verification, which the page offers to verify. Only `whoami` finds it out. */
  readonly unverifiedEmail?: string
}

export interface SignedInPerson {
  readonly sessionId: string
  /** When the person last proved who they are in this session. Absent if the service does not say. */
  readonly authenticatedAt?: Date
  readonly person: Person
}

/** A session as its person may see it. It contains nothing that would open it. */
export interface PersonSession {
  readonly id: string
  readonly signedInAt: Date
  readonly expiresAt: Date
  readonly address: string
  readonly browser: string
  readonly methods: readonly string[]
}

/** The identity service as the product needs it: embedded or an external Kratos. */
export interface Identities {
  /** Null if the headers contain no valid session. */
  whoami(headers: { readonly cookie?: string | undefined }): Promise<SignedInPerson | null>
  findById(id: string): Promise<Person | null>
  /** Finds nobody by an address that has to be verified and has not been proven. */
  findByEmail(email: string): Promise<Person | null>
  setStatus(id: string, status: 'active' | 'pending'): Promise<void>
  /** The person's sessions, the newest first. Absent: another service has them, and shows them itself. */
  listSessions?(id: string): Promise<readonly PersonSession[]>
  /** Deletes the person with all credentials and sessions. Nothing happens if they are gone already. */
  remove(id: string): Promise<void>
}

/** The service is unavailable: the caller must answer "later", never "signed out". */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}
