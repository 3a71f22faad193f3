import { getArray, getObject, getString, isJsonFields } from '../../platform/json.ts'
import { type IdentityFailure, readIdentityFailure } from './identity-failure.ts'
import { type HttpReply, sendRequest } from './request.ts'

/** The signed-in person as the identity service describes them. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
  /** 'active' grants product access by itself. */
  readonly status: string | null
  /** The address that awaits verification: the one the person wants to change to, else an unverified current one. */
  readonly unverifiedEmail?: string
}

/** Null: the body is not a session. */
export function readPerson(session: unknown): Person | null {
  const identity = getObject(session, 'identity')
  const id = getString(identity, 'id')
  if (id === null) return null
  const traits = getObject(identity, 'traits')
  const metadata = getObject(identity, 'metadata_public')
  const unverified = getArray(identity, 'verifiable_addresses').findLast(
    (one) => isJsonFields(one) && one['verified'] === false,
  )
  const unverifiedEmail = getString(unverified, 'value')
  return {
    id,
    email: getString(traits, 'email') ?? '',
    firstname: getString(traits, 'firstname') ?? '',
    lastname: getString(traits, 'lastname') ?? '',
    picture: getString(metadata, 'picture'),
    status: getString(metadata, 'status'),
    ...(unverifiedEmail !== null && { unverifiedEmail }),
  }
}

/** The session of this browser; a failure means neither signed in nor signed out. */
export type WhoamiResult =
  | { readonly kind: 'person'; readonly person: Person }
  /** Half signed in counts as signed out, because nothing opens before the second step. */
  | { readonly kind: 'anonymous'; readonly needsSecondStep?: true }
  | IdentityFailure

/** Asks the identity service behind `base` who is signed in. */
export const readSession = async (base: string): Promise<WhoamiResult> =>
  readWhoami(await sendRequest(`${base}/sessions/whoami`))

function readWhoami(reply: HttpReply): WhoamiResult {
  if (reply.kind === 'network') return reply
  if (reply.status === 401) return { kind: 'anonymous' }
  const person = reply.status === 200 ? readPerson(reply.body) : null
  if (person !== null) return { kind: 'person', person }
  const failure = readIdentityFailure(reply)
  return failure.kind === 'error' && failure.id === 'session_aal2_required'
    ? { kind: 'anonymous', needsSecondStep: true }
    : failure
}
