import { normaliseEmail } from '@espalier/domain'
import { isEmailProven, type Identity, type IdentityRecord, type Session } from '@espalier/identity'

import { IdentityAway, type Identities, type Person } from '../../ports/identities.ts'

export interface EmbeddedOptions {
  /** Whether an address counts only once it has been proven. */
  readonly verifiesEmail?: boolean
}

/** The identity service of this process, as the product needs it. */
export const embeddedIdentities = (
  { whoami, admin }: Pick<Identity, 'whoami' | 'admin'>,
  { verifiesEmail = false }: EmbeddedOptions = {},
): Identities => ({
  async whoami({ cookie }) {
    if (cookie === undefined || cookie === '') return null
    const session = await reached(whoami({ cookie }))
    if (session === null) return null
    const { id, traits, metadata_public: metadata } = session.identity
    const person = personOf(id, traits, metadata)
    const isEmailUnproven = verifiesEmail && !hasProvenEmail(session)
    return { sessionId: session.id, person: isEmailUnproven ? { ...person, isEmailUnproven } : person }
  },
  findById: async (id) => personOrNull(await reached(admin.get(id))),
  async findByEmail(email) {
    const found = await reached(admin.findByEmail(email))
    return found !== null && verifiesEmail && !isEmailProven(found) ? null : personOrNull(found)
  },
  async setStatus(id, status) {
    const found = await reached(admin.get(id))
    if (found === null) throw new Error('there is no such identity')
    await reached(admin.setMetadataPublic(id, { ...found.metadataPublic, status }))
  },
})

// A pending address is the one that the person wants to change to; it is not the one in the traits.
const hasProvenEmail = ({ identity }: Session): boolean =>
  identity.verifiable_addresses.some(
    ({ value, verified }) => verified && normaliseEmail(value) === normaliseEmail(identity.traits.email),
  )

async function reached<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    throw new IdentityAway('the identity service failed', { cause: error })
  }
}

const personOrNull = (record: IdentityRecord | null): Person | null =>
  record === null ? null : personOf(record.id, record.traits, record.metadataPublic)

type Traits = IdentityRecord['traits']
type Metadata = IdentityRecord['metadataPublic']

const personOf = (id: string, { email, firstname, lastname }: Traits, metadata: Metadata): Person => ({
  id,
  email,
  firstname: firstname ?? null,
  lastname: lastname ?? null,
  picture: textOrNull(metadata?.['picture']),
  status: textOrNull(metadata?.['status']),
})

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
