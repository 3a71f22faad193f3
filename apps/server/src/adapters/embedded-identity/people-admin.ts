import { type Identity, type IdentityRecord, isEmailProven } from '@espalier/identity'
import type { PeopleAdmin, RegisteredPerson } from '../../ports/people-admin.ts'

/** Adapts the stored people of the identity service to what operators do with them. */
export const createPeopleAdmin = (admin: Identity['admin']): PeopleAdmin => ({
  async search(wanted) {
    const { people, total } = await admin.search(wanted)
    return {
      people: people.map((person) => ({ ...toRegisteredPerson(person), sessionCount: person.sessionCount })),
      total,
    }
  },
  count: () => admin.count(),
  find: async (id) => toRegisteredPersonOrNull(await admin.get(id)),
  findByEmail: async (email) => toRegisteredPersonOrNull(await admin.findByEmail(email)),
  setActive: (id, isActive) => admin.setState(id, isActive ? 'active' : 'inactive'),
  endSessions: async (id) => (await admin.endSessions(id)).length,
  removeSecondFactors: (id) => admin.removeSecondFactors(id),
  remove: (id) => admin.remove(id),
})

const toRegisteredPersonOrNull = (record: IdentityRecord | null): RegisteredPerson | null =>
  record === null ? null : toRegisteredPerson(record)

const toRegisteredPerson = (record: IdentityRecord): RegisteredPerson => ({
  id: record.id,
  email: record.traits.email,
  firstname: record.traits.firstname ?? null,
  lastname: record.traits.lastname ?? null,
  status: readStatus(record),
  isEmailProven: isEmailProven(record),
  createdAt: record.createdAt,
})

/** A status that only an operator knows counts as active: it is not waiting for anything. */
function readStatus({ state, metadataPublic }: IdentityRecord): RegisteredPerson['status'] {
  if (state === 'inactive') return 'deactivated'
  const status = metadataPublic?.['status'] ?? 'pending'
  return status === 'pending' ? 'pending' : 'active'
}
