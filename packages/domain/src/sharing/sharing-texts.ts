import type { GeneralAccess, Permission } from '../access/role.ts'

/** The texts for addresses that cannot be added to a project. */
export const inviteeTexts = {
  'invalid-email': (email: string) => `Invalid email ${email}`,
  self: (_email: string) => 'Cannot share with oneself',
  'already-shared': (email: string) => `Already shared with ${email}`,
  'unknown-user': (email: string) => `User with email ${email} not found`,
} as const
export type InviteeFault = keyof typeof inviteeTexts

export const sharingTexts = {
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
} as const

export const permissionLabels: Readonly<Record<Permission | 'none', string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  none: 'Remove Access',
}

export const generalAccessLabels: Readonly<Record<GeneralAccess, string>> = {
  restricted: 'Restricted',
  anyone: 'Anyone with the link',
}

export const shareButtonLabel = (isNotifying: boolean): 'Send' | 'Share' => (isNotifying ? 'Send' : 'Share')
