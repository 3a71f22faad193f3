import { randomBytes } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import { createIdentity, type Identity, type IdentityRecord, isEmailProven, type Session } from '@espalier/identity'
import type { Pool } from 'pg'
import { type Identities, IdentityUnavailableError, type Person } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'

interface EmbeddedIdentityOptions {
  /** Whether an address counts only after it was verified. */
  readonly verifiesEmail?: boolean
}

/** Adapts the identity service of this process to the product's port. */
export const createEmbeddedIdentities = (
  { whoami, admin }: Pick<Identity, 'whoami' | 'admin'>,
  { verifiesEmail = false }: EmbeddedIdentityOptions = {},
): Identities => ({
  async whoami({ cookie }) {
    if (cookie === undefined || cookie === '') return null
    const session = await wrapIdentityErrors(whoami({ cookie }))
    if (session === null) return null
    const { id, traits, metadata_public: metadata } = session.identity
    const person = toPerson(id, traits, metadata)
    const isEmailUnproven = verifiesEmail && !hasVerifiedEmail(session)
    const unverified = session.identity.verifiable_addresses.findLast(({ verified }) => !verified)
    return {
      sessionId: session.id,
      authenticatedAt: new Date(session.authenticated_at),
      person: {
        ...person,
        ...(isEmailUnproven && { isEmailUnproven }),
        ...(unverified !== undefined && { unverifiedEmail: unverified.value }),
      },
    }
  },
  findById: async (id) => toPersonOrNull(await wrapIdentityErrors(admin.get(id))),
  async findByEmail(email) {
    const found = await wrapIdentityErrors(admin.findByEmail(email))
    return found !== null && verifiesEmail && !isEmailProven(found) ? null : toPersonOrNull(found)
  },
  async setStatus(id, status) {
    const found = await wrapIdentityErrors(admin.get(id))
    if (found === null) throw new Error('there is no such identity')
    await wrapIdentityErrors(admin.setMetadataPublic(id, { ...found.metadataPublic, status }))
  },
  listSessions: async (id) =>
    (await wrapIdentityErrors(admin.listSessions(id))).map((session) => ({
      id: session.id,
      signedInAt: session.authenticatedAt,
      expiresAt: session.expiresAt,
      address: session.device.address,
      browser: session.device.agent,
      methods: session.methods.map(({ method }) => method),
    })),
  remove: async (id) => void (await wrapIdentityErrors(admin.remove(id))),
})

// A pending address is the one that the person wants to change to; it is not the one in the traits.
const hasVerifiedEmail = ({ identity }: Session): boolean =>
  identity.verifiable_addresses.some(
    ({ value, verified }) => verified && normalizeEmail(value) === normalizeEmail(identity.traits.email),
  )

async function wrapIdentityErrors<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    throw new IdentityUnavailableError('the identity service failed', { cause: error })
  }
}

const toPersonOrNull = (record: IdentityRecord | null): Person | null =>
  record === null
    ? null
    : {
        ...toPerson(record.id, record.traits, record.metadataPublic),
        ...(record.state === 'inactive' && { isDeactivated: true }),
      }

type Traits = IdentityRecord['traits']
type Metadata = IdentityRecord['metadataPublic']

const toPerson = (id: string, { email, firstname, lastname }: Traits, metadata: Metadata): Person => ({
  id,
  email,
  firstname: firstname ?? null,
  lastname: lastname ?? null,
  picture: textOrNull(metadata?.['picture']),
  status: textOrNull(metadata?.['status']),
})

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const throwNotServing = (): never => {
  throw new Error('a command serves no requests')
}

/** Gives a command access to the stored people. It serves no requests: no flow can start and no session is valid. */
export function createAdminIdentities(
  pool: Pool,
  log: Log,
  onSessionsEnded: (sessionIds: readonly string[]) => void,
): { identities: Identities; admin: Identity['admin']; close(): Promise<void> } {
  const identity = createIdentity({
    pool,
    log,
    getBaseUrl: throwNotServing,
    getPageUrls: throwNotServing,
    getReturnUrls: throwNotServing,
    secrets: [randomBytes(32).toString('hex')],
    secureCookies: true,
    initialStatus: 'pending',
    sendRecoveryMail: throwNotServing,
    sendNoticeMail: throwNotServing,
    providers: [],
    backOff: true,
    audit: () => {},
    onSessionsEnded,
  })
  return { identities: createEmbeddedIdentities(identity), admin: identity.admin, close: () => identity.close() }
}
