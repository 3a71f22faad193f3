import { isObject, listAt, objectAt, textAt } from './json.ts'

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
  const identity = objectAt(session, 'identity')
  const id = textAt(identity, 'id')
  if (id === null) return null
  const traits = objectAt(identity, 'traits')
  const metadata = objectAt(identity, 'metadata_public')
  const unverified = listAt(identity, 'verifiable_addresses').findLast(
    (one) => isObject(one) && one['verified'] === false,
  )
  const unverifiedEmail = textAt(unverified, 'value')
  return {
    id,
    email: textAt(traits, 'email') ?? '',
    firstname: textAt(traits, 'firstname') ?? '',
    lastname: textAt(traits, 'lastname') ?? '',
    picture: textAt(metadata, 'picture'),
    status: textAt(metadata, 'status'),
    ...(unverifiedEmail !== null && { unverifiedEmail }),
  }
}
