import type { Sealer } from '../../storage/sealing.ts'
import { isJsonObject } from '../../storage/json.ts'

/** What travels to the provider and back, readable by us alone. */
export interface SocialState {
  readonly flowId: string
  readonly kind: 'login' | 'registration' | 'settings'
  readonly providerId: string
  readonly nonce: string
  /** Null where the provider takes no proof key. */
  readonly verifier: string | null
}

const statePurpose = 'social state'
const maxStateLength = 4096

export const sealSocialState = (sealer: Sealer, state: SocialState): string => sealer.seal(statePurpose, JSON.stringify(state))

/** Null where it is not ours. */
export function openSocialState(sealer: Sealer, sealed: string): SocialState | null {
  if (sealed.length > maxStateLength) return null
  const text = sealer.open(statePurpose, sealed)
  const state: unknown = text === null ? null : JSON.parse(text)
  return isSocialState(state) ? state : null
}

function isSocialState(value: unknown): value is SocialState {
  if (!isJsonObject(value)) return false
  const { flowId, kind, providerId, nonce, verifier } = value
  return (
    [flowId, providerId, nonce].every((text) => typeof text === 'string') &&
    (kind === 'login' || kind === 'registration' || kind === 'settings') &&
    (verifier === null || typeof verifier === 'string')
  )
}
