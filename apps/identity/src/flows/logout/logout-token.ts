import { timingSafeEqual } from 'node:crypto'
import { alphanumericOf } from '../../storage/ids.ts'
import type { Sealer } from '../../storage/sealing.ts'

const purpose = 'logout'
const written = (digest: Buffer): string => `ory_lo_${alphanumericOf(digest)}`

/** A session's logout token: derived, so that nothing has to be kept. */
export const logoutToken = (sealer: Sealer, sessionId: string): string => written(sealer.sign(purpose, sessionId))

export function isLogoutToken(sealer: Sealer, sessionId: string, token: string): boolean {
  const given = Buffer.from(token)
  return sealer.signatures(purpose, sessionId).some((digest) => {
    const expected = Buffer.from(written(digest))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
