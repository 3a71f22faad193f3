import { objectAt, textAt } from './json.ts'

/** Who is signed in, as the identity service tells it. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
  /** 'active' grants product access by itself. */
  readonly status: string | null
}

/** Null: the body is no session. */
export function readPerson(session: unknown): Person | null {
  const identity = objectAt(session, 'identity')
  const id = textAt(identity, 'id')
  if (id === null) return null
  const traits = objectAt(identity, 'traits')
  const metadata = objectAt(identity, 'metadata_public')
  return {
    id,
    email: textAt(traits, 'email') ?? '',
    firstname: textAt(traits, 'firstname') ?? '',
    lastname: textAt(traits, 'lastname') ?? '',
    picture: textAt(metadata, 'picture'),
    status: textAt(metadata, 'status'),
  }
}
