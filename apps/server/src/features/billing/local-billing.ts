import { html, sendPage, type ServerPage } from '../../api/html-page.ts'
import type { Audit } from '../../ports/log.ts'
import type { Accounts } from '../account/index.ts'
import {
  type BillingPageContext,
  type BillingPages,
  formatDayCount,
  renderBillingPage,
  renderLongDate,
  renderPageLink,
  renderTrialButton,
} from './billing-pages.ts'

interface LocalBillingOptions {
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

const localTrialOfferPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Start your free trial',
    html`<p>
        Use all of ${place.productName} for ${formatDayCount(place.trialDays)}. No card is needed, and it ends by
        itself.
      </p>
      ${renderTrialButton('Start free trial')}
      <p class="soft">One trial for each account.</p>`,
  )

const trialRunningPage = (place: BillingPageContext, trialEnd: Date): ServerPage =>
  renderBillingPage(
    place,
    'Your trial is running',
    html`<p>It ends on ${renderLongDate(trialEnd)}.</p>
      ${renderPageLink(place, '/projects', 'Go to your projects')}`,
  )

const trialUsedPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Your free trial was used already',
    html`<p>Each account has one free trial, and this account has had it.</p>
      ${renderPageLink(place, '/pricing', 'See the plans')} ${renderPageLink(place, '/projects', 'Go to your projects')}`,
  )
