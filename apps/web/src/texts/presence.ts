import { defineTexts } from '@espalier/domain'

/** The other people on a map. It is loaded when the first one arrives. */
export const presenceTexts = defineTexts('presence', {
  peopleHere: 'People here',
  goTo: (name: string) => `Go to ${name}`,
  nothingSelected: (name: string) => `${name} has nothing selected`,
  isAt: (name: string, title: string) => `${name} is at ${title}`,
})
