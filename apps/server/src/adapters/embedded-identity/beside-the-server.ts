import { randomBytes } from 'node:crypto'

import { createIdentity, type Identity } from '@espalier/identity'
import type { Pool } from 'pg'

import type { Identities } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import { createEmbeddedIdentities } from './embedded-identities.ts'

const throwNotServing = (): never => {
  throw new Error('a command serves no requests')
}

/** The stored people, for a command that serves nobody: no flow can begin here, and no session is valid. */
export function createAdminIdentities(
  pool: Pool,
  log: Log,
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
    onSessionsEnded: () => {},
  })
  return { identities: createEmbeddedIdentities(identity), admin: identity.admin, close: () => identity.close() }
}
