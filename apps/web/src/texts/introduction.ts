import { defineTexts } from '@espalier/domain'

/** The texts that a stranger reads beside the log-in and sign-up forms. */
export const introductionTexts = defineTexts('introduction', {
  label: (productName: string) => `About ${productName}`,
  lines: {
    grow: 'Start with a goal and let it grow into a tree of tasks.',
    together: 'Plan together: everyone sees every change at once.',
    offline: 'Keep working offline, and undo anything.',
  },
  tryWithoutAccount: 'Try it without an account',
})
