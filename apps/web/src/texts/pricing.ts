import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts of the pricing page. */
export const pricingTexts = defineTexts('pricing', {
  title: 'Pricing',
  heading: 'One plan with everything included',
  leadWithoutBilling: (product: string) => `This server offers ${product} without billing: all you need is an account.`,
  lead: (product: string, days: number) =>
    `Try all of ${product} for ${formatQuantity(days, 'day')}. No card is needed.`,
  afterTrial: (price: string) => `${price} after the trial`,
  features: {
    size: 'Projects with thousands of nodes',
    live: 'Live editing together',
    sharing: 'Sharing with viewers and editors, or by link',
    charts: 'Progress and burn-up charts',
    jira: 'Import from Jira, and sync with it',
  },
  subscription: {
    hasAccess: 'You already have access to everything.',
    trialing: 'Your trial is running.',
    active: 'Your subscription is active.',
    endedPaid: 'Your free trial has ended. Subscribe to continue.',
    endedLocal: 'Your free trial has ended. Ask the person who runs this server to extend it.',
    needsAttention: 'Your subscription needs your attention.',
  },
  goToProjects: 'Go to my projects',
  subscribe: 'Subscribe',
  openBilling: 'Open billing',
})
