import { findRole, type GeneralAccess, type Permission, type SharedProject } from '../access/role.ts'
import { isEmail, normalizeEmail } from '../account/profile.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { sharingLimits } from '../core/limits.ts'
import { defineTexts } from '../core/texts.ts'
import { dayMs, formatQuantity } from '../core/units.ts'

/** The texts for addresses that cannot be added to a project. */
export const inviteeTexts = defineTexts('domain.invitee', {
  'invalid-email': (email: string) => `Invalid email ${email}`,
  self: (_email: string) => 'Cannot share with oneself',
  'already-shared': (email: string) => `Already shared with ${email}`,
  'unknown-user': (email: string) => `User with email ${email} not found`,
})
type InviteeFault = keyof typeof inviteeTexts

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

/** The texts of the share dialog are not among those of `sharing-texts.ts`, which every page loads. */
export const accessTexts = defineTexts('domain.access', {
  send: 'Send',
  share: 'Share',
  mailRecorded: "The email was recorded, not sent: email isn't set up on this server",
  ownerOnly: 'Only the owner can change who has access.',
  left: (title: string) => `You left the project "${title}"`,
  ownerNamed: 'The owner already has full access',
})

export const permissionLabels = defineTexts('domain.permission', {
  viewer: 'Viewer',
  editor: 'Editor',
  none: 'Remove Access',
} satisfies Record<Permission | 'none', string>)

export const generalAccessLabels = defineTexts('domain.general-access', {
  restricted: 'Restricted',
  anyone: 'Anyone with the link',
} satisfies Record<GeneralAccess, string>)

export const shareButtonLabel = (isNotifying: boolean): string => (isNotifying ? accessTexts.send : accessTexts.share)

/** The texts for limits that an invite link cannot have. */
export const inviteLinkTexts = defineTexts('domain.inviteLink', {
  'bad-expiry': () =>
    `The link must expire in the future, at most ${formatQuantity(sharingLimits.inviteLink.years, 'year')} from now`,
  'bad-uses': () => `The link can be used 1 to ${sharingLimits.inviteLink.uses} times`,
})

/** Checks when a link expires, in milliseconds; null: never. */
export function checkInviteLinkExpiry(expiresAt: number | null, now: number): Result<number | null, 'bad-expiry'> {
  if (expiresAt === null) return accept(null)
  const latest = now + sharingLimits.inviteLink.years * 366 * dayMs
  return expiresAt > now && expiresAt <= latest ? accept(expiresAt) : refuse('bad-expiry')
}

/** Checks how often a link can be used; null: any number of times. */
export function checkInviteLinkUses(uses: number | null): Result<number | null, 'bad-uses'> {
  if (uses === null) return accept(null)
  const isPossible = Number.isInteger(uses) && uses >= 1 && uses <= sharingLimits.inviteLink.uses
  return isPossible ? accept(uses) : refuse('bad-uses')
}
