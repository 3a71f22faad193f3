import { defineTexts, formatQuantity } from '@espalier/domain'

/** Why a paste was refused. It is loaded with the first paste. */
export const pastingTexts = defineTexts('pasting', {
  tooMuch: (nodes: number) => `You can paste at most ${formatQuantity(nodes, 'node')} at a time`,
  tooLong: 'This text is too long to paste',
  unreadable: "The copied content can't be read. Copy it again.",
})
