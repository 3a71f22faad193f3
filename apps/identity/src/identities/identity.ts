import type { JsonObject } from '../protocol/json.ts'
import type { Traits } from './traits.ts'

export interface EmailAddress {
  readonly id: string
  readonly value: string
  readonly verifiedAt: Date | null
  /** The owner wants to change to this address and has not proven it yet. */
  readonly isPending: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface IdentityRecord {
  readonly id: string
  readonly schemaId: string
  readonly state: 'active' | 'inactive'
  readonly stateChangedAt: Date
  readonly traits: Traits
  readonly metadataPublic: JsonObject | null
  readonly addresses: readonly EmailAddress[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const schemaPath = (schemaId: string): string => `/schemas/${Buffer.from(schemaId).toString('base64url')}`

/** The identity without credentials and without the operator's metadata, for everybody who may see it. */
export function toIdentityView(identity: IdentityRecord, base: string) {
  return {
    id: identity.id,
    schema_id: identity.schemaId,
    schema_url: base + schemaPath(identity.schemaId),
    state: identity.state,
    state_changed_at: identity.stateChangedAt.toISOString(),
    traits: identity.traits,
    verifiable_addresses: identity.addresses.map(toVerifiableAddressView),
    recovery_addresses: identity.addresses.filter(({ isPending }) => !isPending).map(toRecoveryAddressView),
    metadata_public: identity.metadataPublic,
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    organization_id: null,
  }
}

const toRecoveryAddressView = (address: EmailAddress) => ({
  id: address.id,
  value: address.value,
  via: 'email',
  created_at: address.createdAt.toISOString(),
  updated_at: address.updatedAt.toISOString(),
})

const toVerifiableAddressView = (address: EmailAddress) => ({
  ...toRecoveryAddressView(address),
  verified: address.verifiedAt !== null,
  status: address.verifiedAt === null ? (address.isPending ? 'sent' : 'pending') : 'completed',
  ...(address.verifiedAt && { verified_at: address.verifiedAt.toISOString() }),
})

/** Whether the address that the person signs in with has been proven by a code or by a provider. */
export const isEmailProven = ({ addresses }: Pick<IdentityRecord, 'addresses'>): boolean =>
  addresses.some(({ isPending, verifiedAt }) => !isPending && verifiedAt !== null)

export const findPendingAddress = ({ addresses }: Pick<IdentityRecord, 'addresses'>): EmailAddress | undefined =>
  addresses.find(({ isPending }) => isPending)
