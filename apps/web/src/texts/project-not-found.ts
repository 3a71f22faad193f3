import { defineTexts } from '@espalier/domain'

/** The texts are the same whether the project exists or not, so that nobody learns which ids are in use. */
export const projectNotFoundTexts = defineTexts('projectNotFound', {
  lead: "It may have been deleted, or it isn't shared with you.",
  askForAccess: 'Ask for access',
  asked:
    'If the project exists, its owner has received your request. You can open it as soon as they share it with you.',
  goToList: 'Go to the project list',
})
