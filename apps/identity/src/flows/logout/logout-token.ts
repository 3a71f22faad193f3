import { timingSafeEqual } from 'node:crypto'
import { toAlphanumeric } from '../../storage/ids.ts'
import type { Sealer } from '../../storage/sealing.ts'

const logoutPurpose = 'logout'
const formatLogoutToken = (digest: Buffer): string => `ory_lo_${toAlphanumeric(digest)}`

/** A session's logout token: derived, so that nothing has to be kept. */
export const createLogoutToken = (sealer: Sealer, sessionId: string): string => formatLogoutToken(sealer.sign(logoutPurpose, sessionId))

export function isValidLogoutToken(sealer: Sealer, sessionId: string, token: string): boolean {
  const given = Buffer.from(token)
  return sealer.signatures(logoutPurpose, sessionId).some((digest) => {
    const expected = Buffer.from(formatLogoutToken(digest))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
