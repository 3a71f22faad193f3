import type { Identity, IdentityRecord } from '@espalier/identity'

import { IdentityAway, type Identities, type Person } from '../../ports/identities.ts'

/** The identity service of this process, as the product needs it. */
export const embeddedIdentities = ({ whoami, admin }: Pick<Identity, 'whoami' | 'admin'>): Identities => ({
  async whoami({ cookie }) {
    if (cookie === undefined || cookie === '') return null
    const session = await reached(whoami({ cookie }))
    if (session === null) return null
    const { id, traits, metadata_public: metadata } = session.identity
    return { sessionId: session.id, person: personOf(id, traits, metadata) }
  },
  findById: async (id) => personOrNull(await reached(admin.get(id))),
  findByEmail: async (email) => personOrNull(await reached(admin.findByEmail(email))),
  async setStatus(id, status) {
    const found = await reached(admin.get(id))
    if (found === null) throw new Error('there is no such identity')
    await reached(admin.setMetadataPublic(id, { ...found.metadataPublic, status }))
  },
})

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
