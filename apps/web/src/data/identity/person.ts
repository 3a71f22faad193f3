import { isJsonFields, getArray, getObject, getString } from './json.ts'

/** Who is signed in, as the identity service tells it. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
  /** 'active' grants product access by itself. */
  readonly status: string | null
  /** The address that waits for its code: the one that the person wants to change to, else an unverified own one. */
  readonly unverifiedEmail?: string
}

/** Null: the body is no session. */
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
