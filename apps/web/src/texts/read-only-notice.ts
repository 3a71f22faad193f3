import { defineTexts } from '@espalier/domain'

/** The notice for a person who can view a project but not change it. */
export const readOnlyTexts = defineTexts('readOnly', {
  viewOnly: 'View only',
  reasons: {
    'no-access': 'You need a subscription to change this project.',
    viewer: 'You are a viewer of this project. Ask its owner if you want to edit it.',
    link: 'You can view this project because you have its link.',
  },
  inTrash: 'This project is in Trash.',
  rightLost: {
    trash: 'This project was moved to Trash. It can no longer be edited.',
    'no-access': 'Your subscription has ended. You can only view this project now.',
    viewer: 'Your access was changed to viewer. You can only view this project now.',
    link: 'Your access was removed. You can only view this project now, using its link.',
  },
  /** The notice is one of the sentences above. */
  typedTextLost: (notice: string, typed: string) => `${notice} What you typed was not saved: ${typed}`,
  copyMyText: 'Copy my text',
  copied: 'Copied to clipboard',
  notCopied: "The text couldn't be copied. Select it here and copy it yourself.",
})
