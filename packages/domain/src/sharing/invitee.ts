import { findRole, type SharedProject } from '../access/role.ts'
import { isEmail, normalizeEmail } from '../account/profile.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'
import type { InviteeFault } from './sharing-texts.ts'

/** Checks the address before the lookup: whether it is valid, and whether it is one's own. */
export function checkInviteeEmail(value: string, ownEmail: string): Result<string, 'invalid-email' | 'self'> {
  const email = normalizeEmail(value)
  if (!isEmail(email)) return refuse('invalid-email')
  return email === normalizeEmail(ownEmail) ? refuse('self') : accept(email)
}

/** Checks the result of the lookup; null is an unknown user. */
export function checkInvitee(
  found: { readonly id: string } | null,
  ownId: string,
  project: SharedProject,
): Result<string, Exclude<InviteeFault, 'invalid-email'>> {
  if (found === null) return refuse('unknown-user')
  if (found.id === ownId) return refuse('self')
  const role = findRole(found.id, project)
  return role === 'none' || role === 'link' ? accept(found.id) : refuse('already-shared')
}

/** These texts are in a separate file, because every project screen loads the others. */
export const accessTexts = defineTexts('domain.access', {
  mailRecorded: "The email was recorded, not sent: email isn't set up on this server",
  ownerOnly: 'Only the owner can change who has access.',
  left: (title: string) => `You left the project "${title}"`,
  ownerNamed: 'The owner already has full access',
})
