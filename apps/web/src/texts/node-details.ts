import { defineTexts } from '@espalier/domain'

/** The panel with the details of a node. */
export const nodeDetailsTexts = defineTexts('nodeDetails', {
  panel: 'Node details',
  status: { todo: 'Status: to do', progress: 'Status: in progress', done: 'Status: done' },
  close: 'Close panel',
  description: 'Description',
  notSaved: "This text couldn't be saved. Change it and try again.",
})
