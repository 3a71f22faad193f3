import type { Flow } from '../../protocol/flow.ts'
import { isJsonObject, type JsonObject } from '../../protocol/json.ts'
import type { ProviderProfile } from './provider-profile.ts'

/** A social account that waits for the owner of the email address to link it. */
export interface PendingLink {
  readonly provider: string
  readonly subject: string
  /** The address that is taken. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly picture?: string
  /** The sign-in methods that the form offers: those the owner has, if the provider vouches for the address. */
  readonly credentialTypes: readonly string[]
}

const contextKey = 'oidc'

const readOidcContext = (flow: Flow): JsonObject => {
  const value = flow.context[contextKey]
  return isJsonObject(value) ? value : {}
}

// Stored flows keep the name `ways`: during an upgrade, an older server may read them.
export const createPendingLinkContext = ({ credentialTypes, ...link }: PendingLink): JsonObject => ({
  [contextKey]: { link: { ...link, ways: [...credentialTypes] } },
})

export const createProceedingContext = (provider: string): JsonObject => ({ [contextKey]: { proceeding: provider } })

/** The provider that a registration continues with once the missing traits are given. */
export function readProceedingProvider(flow: Flow): string | null {
  const { proceeding } = readOidcContext(flow)
  return typeof proceeding === 'string' ? proceeding : null
}

export function readPendingLink(flow: Flow): PendingLink | null {
  const { link } = readOidcContext(flow)
  if (!isJsonObject(link)) return null
  const { provider, subject, email, isEmailVerified, picture, ways } = link
  if (typeof provider !== 'string' || typeof subject !== 'string' || typeof email !== 'string') return null
  return {
    provider,
    subject,
    email,
    isEmailVerified: isEmailVerified === true,
    ...(typeof picture === 'string' && { picture }),
    credentialTypes: Array.isArray(ways) ? ways.filter((credential) => typeof credential === 'string') : [],
  }
}

export const toPendingProfile = ({ subject, email, isEmailVerified, picture }: PendingLink): ProviderProfile => ({
  subject,
  ...(isEmailVerified && { email }),
  ...(picture !== undefined && { picture }),
})
