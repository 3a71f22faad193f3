import { defineTexts } from '@espalier/domain'

/** The bar at the foot of a phone's screen. It is loaded on phones only. */
export const nodeActionBarTexts = defineTexts('nodeActionBar', {
  nodeActions: 'Node actions',
  child: 'Child',
  sibling: 'Sibling',
  status: 'Status',
  delete: 'Delete',
  undo: 'Undo',
})
