import type { GeneralAccess, Permission } from '../access/role.ts'
import { defineTexts } from '../core/texts.ts'

/** The texts for addresses that cannot be added to a project. */
export const inviteeTexts = defineTexts('domain.invitee', {
  'invalid-email': (email: string) => `Invalid email ${email}`,
  self: (_email: string) => 'Cannot share with oneself',
  'already-shared': (email: string) => `Already shared with ${email}`,
  'unknown-user': (email: string) => `User with email ${email} not found`,
})
export type InviteeFault = keyof typeof inviteeTexts

export const sharingTexts = defineTexts('domain.sharing', {
  ownDowngrade:
    'You are requesting to change YOUR OWN access from editor to viewer. Are you sure you want to lose editing functionality?',
  ownRemoval:
    'You are requesting to remove YOUR OWN access to this document.  Are you sure you want to LOSE ACCESS to this document?',
  denied: "You don't have permissions to make changes",
  updated: 'Sharing settings updated',
  failed: (text: string) => `Error ${text}`,
  linkCopied: 'Link copied',
  owner: 'Owner',
  you: '(you)',
  unknownPerson: '<unknown>',
  send: 'Send',
  share: 'Share',
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

/** What the sharing icon means, for a tooltip and for screen readers. */
export const sharingIconTexts = defineTexts('domain.sharing-icon', {
  lock: 'Not shared',
  globe: 'Anyone with the link can view',
  'user-group': 'Shared with people',
})

export const shareButtonLabel = (isNotifying: boolean): string => (isNotifying ? sharingTexts.send : sharingTexts.share)
