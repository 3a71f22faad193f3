import { checkInvitee, inviteeTexts, type Permission, type Result, type SharedProject } from '@espalier/domain'
import {
  changeInvitee,
  finishText,
  type Invitation,
  isInvited,
  noInvitation,
  permissionsIn,
  refuseInvitee,
  returnInvitee,
  typeText,
  withoutInvitee,
} from './invitation.ts'

export interface InviteesOptions {
  readonly ownId: string
  readonly ownEmail: string
  /** As it is at the moment of asking: it may have been shared meanwhile. */
  project(): SharedProject
  find(email: string): Promise<Result<{ readonly id: string } | null, 'failed'>>
}

export interface Invitees {
  get(): Invitation
  subscribe(listener: () => void): () => void
  type(text: string): void
  finish(): void
  remove(email: string): void
  permit(email: string, permission: Permission): void
  /** Everyone to invite, once all are looked up; null where something has to be seen to first. */
  settle(): Promise<Readonly<Record<string, Permission>> | null>
  clear(): void
}

/** Whoever is entered is looked up at once. */
export function createInvitees(options: InviteesOptions): Invitees {
  let state = noInvitation
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
    const answer = await outcomeOf(email, options)
    lookups.delete(email)
    if (isInvited(state, email)) become(answer(state))
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type: (text) => become(typeText(state, text, options.ownEmail)),
    finish: () => become(finishText(state, options.ownEmail)),
    remove: (email) => become(withoutInvitee(state, email)),
    permit: (email, permission) => become(changeInvitee(state, email, { permission })),
    async settle() {
      // Only what goes wrong from now on: what was said before has been seen.
      become(finishText({ ...state, faults: [] }, options.ownEmail))
      await Promise.all(lookups.values())
      return permissionsIn(state)
    },
    clear: () => become(noInvitation),
  }
}

/** What a lookup makes of the invitation as it then is. */
async function outcomeOf(email: string, options: InviteesOptions): Promise<(before: Invitation) => Invitation> {
  const found = await options.find(email)
  if (!found.ok) return (before) => returnInvitee(before, email)
  const checked = checkInvitee(found.value, options.ownId, options.project())
  if (checked.ok) return (before) => changeInvitee(before, email, { personId: checked.value })
  return (before) => refuseInvitee(before, email, inviteeTexts[checked.reason](email))
}
