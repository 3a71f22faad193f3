/** Who someone is, as the identity service tells it. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string | null
  /** 'active' grants product access; null and anything else does not. */
  readonly status: string | null
  /** True while addresses are verified and this one has not been proven: nothing may be granted because of it. */
  readonly isEmailUnproven?: boolean
}

export interface SignedInPerson {
  readonly sessionId: string
  readonly person: Person
}

/** The identity service, as the product needs it: embedded, or a Kratos by URL. */
export interface Identities {
  /** Null where the headers bear no valid session. */
  whoami(headers: { readonly cookie?: string | undefined }): Promise<SignedInPerson | null>
  findById(id: string): Promise<Person | null>
  /** Nobody while addresses are verified and this one has not been proven. */
  findByEmail(email: string): Promise<Person | null>
  setStatus(id: string, status: 'active' | 'pending'): Promise<void>
}

/** The service could not be asked: the caller's answer is "later", never "signed out". */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}
