import { defineTexts } from '@espalier/domain'

/** The fields of a node as the map shows them in its box. They are loaded with the map, so they are few. */
export const nodeChipTexts = defineTexts('nodeChips', {
  estimate: {
    points: (amount: string) => `${amount} pt`,
    hours: (amount: string) => `${amount} h`,
    days: (amount: string) => `${amount} d`,
  },
  startsOn: (date: string) => `from ${date}`,
  dates: (start: string, due: string) => `${start} \u2013 ${due}`,
})
