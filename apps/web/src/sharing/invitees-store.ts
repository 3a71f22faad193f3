import { checkInvitee, inviteeTexts, type Permission, type SharedProject } from '@espalier/domain'
import type { ApiResult } from '../api/graphql/api-result.ts'
import { createCell } from '../platform/cell.ts'
import {
  changeInvitee,
  chooseRole,
  collectPermissions,
  emptyInvitation,
  enterText,
  finishTyping,
  type Invitation,
  isInvited,
  refuseInvitee,
  refuseUnknownInvitee,
  removeInvitee,
  removeUnknownEmail,
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
  chooseRole(role: Permission): void
  removeUnknownEmail(email: string): void
  /** Resolves to everyone to invite once all are looked up; null when something has to be corrected first. */
  resolveAll(): Promise<Readonly<Record<string, Permission>> | null>
  clear(): void
}

/** Looks up every entered address at once. */
export function createInviteesStore(options: InviteesStoreOptions): InviteesStore {
  const state = createCell(emptyInvitation)
  const lookups = new Map<string, Promise<void>>()
  const become = (next: Invitation) => {
    for (const { email, personId } of next.invitees) {
      if (personId === null && !lookups.has(email)) lookups.set(email, lookUp(email))
    }
    state.set(next)
  }
  const lookUp = async (email: string) => {
    const answer = await resolveInvitee(email, options)
    lookups.delete(email)
    if (isInvited(state.get(), email)) become(answer(state.get()))
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    enterText: (text) => become(enterText(state.get(), text, options.ownEmail)),
    finishTyping: () => become(finishTyping(state.get(), options.ownEmail)),
    remove: (email) => become(removeInvitee(state.get(), email)),
    permit: (email, permission) => become(changeInvitee(state.get(), email, { permission })),
    chooseRole: (role) => become(chooseRole(state.get(), role)),
    removeUnknownEmail: (email) => become(removeUnknownEmail(state.get(), email)),
    async resolveAll() {
      // Only new errors count, because earlier ones have been seen.
      become(finishTyping({ ...state.get(), faults: [] }, options.ownEmail))
      await Promise.all(lookups.values())
      return collectPermissions(state.get())
    },
    clear: () => become({ ...emptyInvitation, role: state.get().role }),
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
  if (checked.reason === 'unknown-user') return (before) => refuseUnknownInvitee(before, email)
  return (before) => refuseInvitee(before, email, inviteeTexts[checked.reason](email))
}
