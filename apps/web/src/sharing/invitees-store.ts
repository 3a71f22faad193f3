import { checkInvitee, inviteeTexts, type Permission, type SharedProject } from '@espalier/domain'
import type { ApiResult } from '../api/graphql/api-result.ts'
import {
  changeInvitee,
  collectPermissions,
  emptyInvitation,
  enterText,
  finishTyping,
  type Invitation,
  isInvited,
  refuseInvitee,
  removeInvitee,
  returnInviteeToField,
} from './invitation.ts'

export interface InviteesStoreOptions {
  readonly ownId: string
  readonly ownEmail: string
  /** The project at the moment of the call, because it may have been shared meanwhile. */
  project(): SharedProject
  find(email: string): Promise<ApiResult<{ readonly id: string } | null>>
}

export interface InviteesStore {
  get(): Invitation
  subscribe(listener: () => void): () => void
  enterText(text: string): void
  finishTyping(): void
  remove(email: string): void
  permit(email: string, permission: Permission): void
  /** Resolves to everyone to invite once all are looked up; null when something has to be corrected first. */
  resolveAll(): Promise<Readonly<Record<string, Permission>> | null>
  clear(): void
}

/** Looks up every entered address at once. */
export function createInviteesStore(options: InviteesStoreOptions): InviteesStore {
  let state = emptyInvitation
  const listeners = new Set<() => void>()
  const lookups = new Map<string, Promise<void>>()
  const become = (next: Invitation) => {
    state = next
    for (const { email, personId } of state.invitees) {
      if (personId === null && !lookups.has(email)) lookups.set(email, lookUp(email))
    }
    for (const listener of listeners) listener()
  }
  const lookUp = async (email: string) => {
    const answer = await resolveInvitee(email, options)
    lookups.delete(email)
    if (isInvited(state, email)) become(answer(state))
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    enterText: (text) => become(enterText(state, text, options.ownEmail)),
    finishTyping: () => become(finishTyping(state, options.ownEmail)),
    remove: (email) => become(removeInvitee(state, email)),
    permit: (email, permission) => become(changeInvitee(state, email, { permission })),
    async resolveAll() {
      // Only new errors count, because earlier ones have been seen.
      become(finishTyping({ ...state, faults: [] }, options.ownEmail))
      await Promise.all(lookups.values())
      return collectPermissions(state)
    },
    clear: () => become(emptyInvitation),
  }
}

/** Applies a lookup to the current invitation. */
async function resolveInvitee(
  email: string,
  options: InviteesStoreOptions,
): Promise<(before: Invitation) => Invitation> {
  const found = await options.find(email)
  if (!found.ok) return (before) => returnInviteeToField(before, email)
  const checked = checkInvitee(found.value, options.ownId, options.project())
  if (checked.ok) return (before) => changeInvitee(before, email, { personId: checked.value })
  return (before) => refuseInvitee(before, email, inviteeTexts[checked.reason](email))
}
