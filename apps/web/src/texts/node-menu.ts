import { defineTexts } from '@espalier/domain'

/** The menu of a node. It is loaded when it first opens. */
export const nodeMenuTexts = defineTexts('nodeMenu', {
  menu: (title: string) => `Menu of ${title}`,
  /** Beside an action: how many nodes it changes. */
  times: (count: number) => `\u00d7${count}`,
  showBurnup: 'Show burn-up',
  copy: 'Copy',
  cut: 'Cut',
  paste: 'Paste',
  clipboardDenied: (keys: string) => `Your browser blocked this. Press ${keys} instead.`,
})
