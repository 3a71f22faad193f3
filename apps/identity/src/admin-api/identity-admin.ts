import { isUuid } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import type { IdentityRecord } from '../identities/identity.ts'
import type { SessionRecord } from '../identities/session.ts'
import type { JsonObject } from '../protocol/json.ts'
import { endSessions } from '../sessions/sign-in.ts'
import {
  deleteIdentity,
  findIdentity,
  findIdentityByEmail,
  listIdentities,
  replaceMetadata,
  replaceState,
} from '../storage/identity-store.ts'
import {
  countIdentities,
  type IdentityCounts,
  type RegisteredPerson,
  searchIdentities,
} from '../storage/people-store.ts'
import { deleteCredential } from '../storage/second-factors.ts'
import { findEndedSessions, listSessions } from '../storage/session-store.ts'

export interface IdentityPage {
  readonly identities: readonly IdentityRecord[]
  /** The token of the next page; null on the last page. */
  readonly nextPageToken: string | null
}

export interface PeopleSearch {
  /** A part of an address or a name; empty: everybody. */
  readonly text: string
  readonly size: number
  readonly offset: number
}

/** For the operator: used by the admin API and by commands. */
export interface IdentityAdmin {
  get(id: string): Promise<IdentityRecord | null>
  findByEmail(email: string): Promise<IdentityRecord | null>
  /** Replaces the whole object. False if there is no such identity. */
  setMetadataPublic(id: string, value: JsonObject | null): Promise<boolean>
  /** In the order of their ids. */
  list(page: { readonly size: number; readonly token?: string }): Promise<IdentityPage>
  /** People who wait for approval come first, the longest waiting at the top; then the newest. */
  search(wanted: PeopleSearch): Promise<{ readonly people: readonly RegisteredPerson[]; readonly total: number }>
  count(): Promise<IdentityCounts>
  /** An inactive person cannot sign in, and their sessions end. False if there is no such identity. */
  setState(id: string, state: 'active' | 'inactive'): Promise<boolean>
  /** Deletes the person with all their credentials. False if there is no such identity. */
  remove(id: string): Promise<boolean>
  /** The sessions that have not expired, the newest first. */
  listSessions(id: string): Promise<readonly SessionRecord[]>
  /** The ids of the sessions that ended. */
  endSessions(id: string): Promise<readonly string[]>
  /** Removes authenticator app and recovery codes, for somebody who has lost both. False if there were none. */
  removeSecondFactors(id: string): Promise<boolean>
  /** Returns which of these sessions have ended, for a caller that may have missed the event. */
  findEndedSessions(sessionIds: readonly string[]): Promise<readonly string[]>
}

export const createIdentityAdmin = (core: Core, clock: () => Date): IdentityAdmin => ({
  get: (id) => findIdentity(core.db, id),
  findByEmail: (email) => findIdentityByEmail(core.db, email),
  setMetadataPublic: (id, value) => replaceMetadata(core.db, id, value, clock()),
  async list({ size, token }) {
    const found = await listIdentities(core.db, size + 1, token)
    const identities = found.slice(0, size)
    return { identities, nextPageToken: found.length > size ? (identities.at(-1)?.id ?? null) : null }
  },
  search: (wanted) => searchIdentities(core.db, wanted, clock()),
  count: () => countIdentities(core.db),
  async setState(id, state) {
    if (!(await replaceState(core.db, id, state, clock()))) return false
    if (state === 'inactive') await endSessions(core, { identityId: id })
    return true
  },
  async remove(id) {
    if (!isUuid(id)) return false
    // Sessions end before their rows are deleted, so that their open sockets are closed.
    await endSessions(core, { identityId: id })
    return deleteIdentity(core.db, id)
  },
  async listSessions(id) {
    const identity = await findIdentity(core.db, id)
    return identity === null ? [] : listSessions(core.db, identity, clock())
  },
  endSessions: async (id) => (isUuid(id) ? endSessions(core, { identityId: id }) : []),
  async removeSecondFactors(id) {
    if (!isUuid(id)) return false
    const removed = [
      await deleteCredential(core.db, id, 'totp'),
      await deleteCredential(core.db, id, 'lookup_secret'),
    ].includes(true)
    if (removed) core.options.audit({ kind: 'second-factor-removed', identityId: id, reason: 'operator' })
    return removed
  },
  findEndedSessions: (sessionIds) => findEndedSessions(core.db, sessionIds, clock()),
})
