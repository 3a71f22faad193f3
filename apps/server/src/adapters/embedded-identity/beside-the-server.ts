import { randomBytes } from 'node:crypto'

import { createIdentity, type Identity } from '@espalier/identity'
import type { Pool } from 'pg'

import type { Identities } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import { embeddedIdentities } from './embedded-identities.ts'

const neverServed = (): never => {
  throw new Error('a command serves no requests')
}

/** The stored people, for a command that serves nobody: no flow can begin here, and no session is valid. */
export function identitiesBesideTheServer(
  pool: Pool,
  log: Log,
): { identities: Identities; admin: Identity['admin']; close(): Promise<void> } {
  const identity = createIdentity({
    pool,
    log,
    baseOf: neverServed,
    pagesOf: neverServed,
    returnUrlsOf: neverServed,
    secrets: [randomBytes(32).toString('hex')],
    secureCookies: true,
    initialStatus: 'pending',
    recoveryMail: neverServed,
    noticeMail: neverServed,
    providers: [],
    backOff: true,
    audit: () => {},
    sessionsEnded: () => {},
  })
  return { identities: embeddedIdentities(identity), admin: identity.admin, close: () => identity.close() }
}
