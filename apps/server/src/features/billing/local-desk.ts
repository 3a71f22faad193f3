import { sendPage } from '../../markup/page.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Accounts } from '../account/index.ts'
import type { BillingPages } from './desk.ts'
import { localTrialOfferPage, trialRunningPage, trialUsedPage } from './local-pages.ts'

export interface LocalBillingOptions {
  readonly accounts: Pick<Accounts, 'read' | 'startTrial'>
  readonly audit: Audit
}

/** A trial clock of our own: nothing is paid, and where the trial stands is the whole of billing. */
export function createLocalBillingPages({ accounts, audit }: LocalBillingOptions): BillingPages {
  const show: BillingPages['show'] = async (viewer, place, reply) => {
    const account = await accounts.read(viewer.accountId)
    const subscription = account?.subscription ?? null
    if (subscription === null) return sendPage(reply, 200, localTrialOfferPage(place))
    const isRunning = subscription.status === 'trialing' && subscription.trialEnd !== null
    return sendPage(reply, 200, isRunning ? trialRunningPage(place, subscription.trialEnd) : trialUsedPage(place))
  }
  return {
    show,
    manage: show,
    async begin(viewer, place, reply) {
      const begun = await accounts.startTrial(viewer.accountId)
      if (!begun.ok) return sendPage(reply, 409, trialUsedPage(place))
      audit({ kind: 'trial-started', userId: viewer.person.id, accountId: viewer.accountId })
      return reply.redirect(new URL('/projects?trial=1', place.web).href, 303)
    },
  }
}
