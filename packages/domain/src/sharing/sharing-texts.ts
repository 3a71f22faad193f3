import { defineTexts } from '../core/texts.ts'

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
})
