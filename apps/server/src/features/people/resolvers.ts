import { typeDefs } from '@espalier/schema/server'
import { isEmail, minuteMs, normalizeEmail } from '@espalier/domain'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice } from '../../api/slice.ts'
import type { Person } from '../../ports/identities.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { allowProductAccess, getUserId, requireAllowedPerson } from '../projects/index.ts'
import { requestTexts } from '../../texts/requests.ts'
import { type People, type PersonPicture, toPublicUser } from './people.ts'

interface PeopleSliceOptions {
  readonly people: People
  /** Null: no limits. */
  readonly rates: Rates | null
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
}

// A lookup by address reveals who is registered; a lookup by id only finds known people.
const lookupByEmailRate: Rate = { name: 'people by email', max: 60, windowMs: minuteMs, isExact: true }
const lookupByIdRate: Rate = { name: 'people by id', max: 6_000, windowMs: minuteMs }

/** The policy of people lookups. A lookup by id is never refused: unknown people are just not found. */
const peoplePolicy = { 'person.findByEmail': allowProductAccess } as const

export function peopleSlice({ people, rates, apiUrl }: PeopleSliceOptions): ApiSlice {
  const limitByEmail = createPersonLookupLimit(rates, lookupByEmailRate)
  const limitById = createPersonLookupLimit(rates, lookupByIdRate)
  const present = (person: Person & PersonPicture) => toPublicUser(person, apiUrl())
  return {
    name: 'people',
    typeDefs: typeDefs.people,
    resolvers: {
      Query: {
        async publicUserByEmail(_parent, { email }, { viewer }) {
          const { person } = requireAllowedPerson(viewer, peoplePolicy['person.findByEmail'])
          await limitByEmail(person.id)
          const wanted = normalizeEmail(email)
          const found = isEmail(wanted) ? await people.lookUpByEmail(person.id, wanted) : null
          return found && present(found)
        },
        async publicUserById(_parent, { id }, { viewer }) {
          const userId = getUserId(viewer)
          if (userId === null) return null
          await limitById(userId)
          const found = (await people.findKnown(userId, [id])).get(id)
          return found === undefined ? null : present(found)
        },
      },
    },
  }
}

/** Throws RATE_LIMITED if this person has looked up too many in the current window. */
type PersonLookupLimit = (userId: string) => Promise<void>

/** Null: no limits. */
export const createPersonLookupLimit =
  (rates: Rates | null, rate: Rate): PersonLookupLimit =>
  (userId) =>
    requireRate(rates, rate, { key: userId, message: requestTexts.tooManyLookups })
