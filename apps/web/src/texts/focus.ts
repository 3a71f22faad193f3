import { defineTexts } from '@espalier/domain'

/** A branch that is shown alone, and folding to a level. */
export const focusTexts = defineTexts('focus', {
  focusedBranch: 'Focused branch',
  showEverything: 'Show everything',
  /** A node without a title in the breadcrumb. */
  untitled: 'Untitled',
  focused: (title: string) => `Only ${title} and what is below it is shown`,
  everything: 'Everything is shown',
  branchGone: 'The focused branch no longer exists. Everything is shown.',
  foldedToLevel: (level: number) => `Folded to level ${level}, for you only`,
})
