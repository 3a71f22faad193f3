import { defineTexts } from '@espalier/domain'

/** The texts of the share dialog besides those of the domain, which the server knows as well. */
export const shareDialogTexts = defineTexts('share-dialog', {
  opening: 'Opening the sharing settings…',
  title: (project: string) => `Share ${project}`,
  addPeople: 'Add people by email',
  addPeopleHint: 'Add several, separated by commas or spaces.',
  peopleToInvite: 'People to invite',
  notify: 'Notify',
  recordedOnly: "Email isn't set up on this server: the message is recorded, not sent.",
  message: 'Message',
  messageLength: (count: number, most: number) => `${count} of ${most} characters`,
  cancel: 'Cancel',
  peopleWithAccess: 'People with access',
  permissionFor: (email: string) => `Permission for ${email}`,
  removeInvitee: (email: string) => `Remove ${email}`,
  unknownPerson: 'Their name appears once they have opened the project.',
  generalAccess: 'General access',
  accessHint: {
    restricted: 'Only the people listed above can open the project.',
    anyone: 'Anyone with the link can view the project. No account needed.',
  },
  editorsMayShare: 'Editors can change who has access',
  copyLink: 'Copy link',
  done: 'Done',
})
