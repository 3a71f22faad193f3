import { html, sendPage, type ServerPage } from '../../api/html-page.ts'
import type { Audit } from '../../ports/log.ts'
import { billingTexts } from '../../texts/pages.ts'
import type { Accounts } from '../account/index.ts'
import {
  type BillingPageContext,
  type BillingPages,
  renderBillingPage,
  renderPageLink,
  renderTrialButton,
  renderTrialEnd,
} from './billing-pages.ts'

interface LocalBillingOptions {
  readonly accounts: Pick<Accounts, 'read' | 'startTrial'>
  readonly audit: Audit
}

/** Uses our own trial clock: nothing is paid, and the trial is all there is to billing. */
export function createLocalBillingPages({ accounts, audit }: LocalBillingOptions): BillingPages {
  const show: BillingPages['show'] = async (viewer, pageContext, reply) => {
    const account = await accounts.read(viewer.accountId)
    const subscription = account?.subscription ?? null
    if (subscription === null) return sendPage(reply, 200, localTrialOfferPage(pageContext))
    const isRunning = subscription.status === 'trialing' && subscription.trialEnd !== null
    return sendPage(
      reply,
      200,
      isRunning ? trialRunningPage(pageContext, subscription.trialEnd) : trialUsedPage(pageContext),
    )
  }
  return {
    show,
    manage: show,
    async begin(viewer, pageContext, reply) {
      const started = await accounts.startTrial(viewer.accountId)
      if (!started.ok) return sendPage(reply, 409, trialUsedPage(pageContext))
      audit({ kind: 'trial-started', userId: viewer.person.id, accountId: viewer.accountId })
      return reply.redirect(new URL('/projects?trial=1', pageContext.web).href, 303)
    },
  }
}

const localTrialOfferPage = (pageContext: BillingPageContext): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.startTrialTitle,
    html`<p>${billingTexts.trialWithoutPayment(pageContext.productName, pageContext.trialDays)}</p>
      ${renderTrialButton(billingTexts.startTrial)}
      <p class="soft">${billingTexts.oneTrial}</p>`,
  )

const trialRunningPage = (pageContext: BillingPageContext, trialEnd: Date): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.trialRunning,
    html`${renderTrialEnd(trialEnd)} ${renderPageLink(pageContext, '/projects', billingTexts.openProjects)}`,
  )

const trialUsedPage = (pageContext: BillingPageContext): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.trialUsed,
    html`<p>${billingTexts.trialUsedDetail}</p>
      ${renderPageLink(pageContext, '/pricing', billingTexts.seePlans)}
      ${renderPageLink(pageContext, '/projects', billingTexts.openProjects)}`,
  )
