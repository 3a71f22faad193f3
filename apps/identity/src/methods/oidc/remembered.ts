import type { Flow } from '../../flows/flow.ts'
import type { Person } from './person.ts'
import { isJsonObject, type JsonObject } from '../../storage/json.ts'

/** A social account that waits to be linked by whoever owns the e-mail address. */
export interface WaitingLink {
  readonly provider: string
  readonly subject: string
  /** The address that is taken. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly picture?: string
  /** The ways in that the form offers: those the owner has, where the provider vouches for the address. */
  readonly ways: readonly string[]
}

const key = 'oidc'

const remembered = (flow: Flow): JsonObject => {
  const value = flow.context[key]
  return isJsonObject(value) ? value : {}
}

export const contextWaiting = (link: WaitingLink): JsonObject => ({
  [key]: { link: { ...link, ways: [...link.ways] } },
})

export const contextProceeding = (provider: string): JsonObject => ({ [key]: { proceeding: provider } })

/** The provider a sign-up goes on with, once it has the traits that were missing. */
export function proceedingProvider(flow: Flow): string | null {
  const { proceeding } = remembered(flow)
  return typeof proceeding === 'string' ? proceeding : null
}

export function waitingLink(flow: Flow): WaitingLink | null {
  const { link } = remembered(flow)
  if (!isJsonObject(link)) return null
  const { provider, subject, email, isEmailVerified, picture, ways } = link
  if (typeof provider !== 'string' || typeof subject !== 'string' || typeof email !== 'string') return null
  return {
    provider,
    subject,
    email,
    isEmailVerified: isEmailVerified === true,
    ...(typeof picture === 'string' && { picture }),
    ways: Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : [],
  }
}

export const personWaiting = ({ subject, email, isEmailVerified, picture }: WaitingLink): Person => ({
  subject,
  ...(isEmailVerified && { email }),
  ...(picture !== undefined && { picture }),
})
