import { isEmail, normaliseEmail } from '@espalier/domain'

import type { Person } from '../../ports/identities.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import type { GraphContext, Slice } from '../../transport/graphql/slice.ts'
import { requireSignedIn, userIdOf, whoeverHasAccess } from '../projects/index.ts'
import { createLookupLimit } from './lookup-limit.ts'
import type { People } from './people.ts'
import { pictureOf, type Pictured } from './picture.ts'

export interface PeopleSliceOptions {
  readonly people: People
  /** Null: no limits. */
  readonly rates: Rates | null
  /** The API's address, where pictures are. */
  apiUrl(): string
}

const typeDefs = `
extend type Query {
  "Null where there is no such user. Only for callers with product access, and rate limited. For 90 days the caller may then know and add that person by id."
  publicUserByEmail(email: String!): PublicUser
  "Null unless the caller looked that person up by email, or that person owns or has opened a project that both are named in. The limit allows a list of 2,000 projects."
  publicUserById(id: ID!): PublicUser
}

"picture is an absolute URL."
type PublicUser { id: ID! email: String! picture: String! }
`

const minuteMs = 60_000
// By address one finds out who is registered; by id only whom one works with already.
const byEmail: Rate = { name: 'people by email', max: 60, windowMs: minuteMs, isExact: true }
const byId: Rate = { name: 'people by id', max: 6_000, windowMs: minuteMs }

/** Who may look up people. By id it is never refused: whoever may not know gets nobody. */
const peoplePolicy = { 'person.findByEmail': whoeverHasAccess } as const

export function peopleSlice({ people, rates, apiUrl }: PeopleSliceOptions): Slice {
  const limitByEmail = createLookupLimit(rates, byEmail)
  const limitById = createLookupLimit(rates, byId)
  const present = (person: Person & Pictured) => ({
    id: person.id,
    email: person.email,
    picture: pictureOf(person, apiUrl()),
  })
  return {
    name: 'people',
    typeDefs,
    resolvers: {
      Query: {
        async publicUserByEmail(_parent: unknown, { email }: { email: string }, { viewer }: GraphContext) {
          const { person } = requireSignedIn(viewer, peoplePolicy['person.findByEmail'])
          await limitByEmail(person.id)
          const wanted = normaliseEmail(email)
          const found = isEmail(wanted) ? await people.lookUpByEmail(person.id, wanted) : null
          return found && present(found)
        },
        async publicUserById(_parent: unknown, { id }: { id: string }, { viewer }: GraphContext) {
          const userId = userIdOf(viewer)
          if (userId === null) return null
          await limitById(userId)
          const found = (await people.findKnown(userId, [id])).get(id)
          return found === undefined ? null : present(found)
        },
      },
    },
  }
}
