import { defineTexts } from '@espalier/domain'

/** The panel with the details of a node. */
export const nodeDetailsTexts = defineTexts('nodeDetails', {
  panel: 'Node details',
  close: 'Close panel',
  description: 'Description',
  notSaved: "This text couldn't be saved. Change it and try again.",
})
