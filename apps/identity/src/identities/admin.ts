import type { Core } from '../core.ts'
import { endSessions } from '../sessions/sign-in.ts'
import { endedAmong } from '../sessions/store.ts'
import { isUuid } from '../storage/ids.ts'
import type { JsonObject } from '../storage/json.ts'
import type { IdentityRecord } from './identity.ts'
import { findIdentity, findIdentityByEmail, replaceMetadata } from './store.ts'

/** For the operator's side of the house; there is no network door to it. */
export interface IdentityAdmin {
  get(id: string): Promise<IdentityRecord | null>
  findByEmail(email: string): Promise<IdentityRecord | null>
  /** Replaces the whole object. False where there is no such identity. */
  setMetadataPublic(id: string, value: JsonObject | null): Promise<boolean>
  /** The ids of the sessions that ended. */
  endSessions(id: string): Promise<readonly string[]>
  /** Those of these sessions that are over: whoever was not told of an end asks for it. */
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>
}

export const createAdmin = (core: Core, clock: () => Date): IdentityAdmin => ({
  get: (id) => findIdentity(core.db, id),
  findByEmail: (email) => findIdentityByEmail(core.db, email),
  setMetadataPublic: (id, value) => replaceMetadata(core.db, id, value, clock()),
  endSessions: async (id) => (isUuid(id) ? endSessions(core, { identityId: id }) : []),
  endedAmong: (sessionIds) => endedAmong(core.db, sessionIds, clock()),
})
