import { defineTexts } from '@espalier/domain'

/** Two views of the same plan beside each other. */
export const splitTexts = defineTexts('split-view', {
  splitWith: (view: string) => `Split view: ${view}`,
  secondView: (view: string) => `Second view: ${view}`,
  choice: 'View beside',
  width: 'Width of the second view',
  close: 'Close second view',
})
