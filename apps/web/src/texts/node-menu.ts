import { defineTexts } from '@espalier/domain'

/** The menu of a node. It is loaded when it first opens. */
export const nodeMenuTexts = defineTexts('nodeMenu', {
  menu: (title: string) => `Menu of ${title}`,
  showBurnup: 'Show burn-up',
  copy: 'Copy',
  cut: 'Cut',
  paste: 'Paste',
  clipboardDenied: (keys: string) => `Your browser blocked this. Press ${keys} instead.`,
})
