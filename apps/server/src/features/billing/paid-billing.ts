import { formatPrice, type Price } from '@espalier/domain'
import type { FastifyReply } from 'fastify'
import { html, type Html, sendPage, type ServerPage } from '../../api/html-page.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { type Payments, PaymentsError } from '../../ports/payments.ts'
import type { Accounts, SignedInViewer, Subscription } from '../account/index.ts'
import {
  type BillingPageContext,
  type BillingPageHandler,
  type BillingPages,
  formatDayCount,
  renderBillingPage,
  renderLongDate,
  renderPageLink,
  renderTrialButton,
} from './billing-pages.ts'
import type { ReadCachedPrice } from './billing-routes.ts'
import type { Checkouts } from './checkouts.ts'
import type { BillingStore } from './store.ts'

interface PaidBillingOptions {
  readonly accounts: Pick<Accounts, 'read'>
  readonly payments: Pick<Payments, 'openPortal'>
  readonly checkouts: Checkouts
  readonly store: Pick<BillingStore, 'findCustomerId'>
  readonly price: ReadCachedPrice
  readonly audit: Audit
  readonly log: Log
}

type SubscriptionPhase = 'new' | 'running' | 'over' | 'troubled'

/** Whether there is something to begin. A word that is not known here is seen to where it comes from. */
function toSubscriptionPhase(subscription: Subscription | null): SubscriptionPhase {
  switch (subscription?.status) {
    case undefined:
      return 'new'
    case 'trialing':
    case 'active':
      return 'running'
    case 'canceled':
    case 'incomplete_expired':
      return 'over'
    default:
      return 'troubled'
  }
}

/** Trials and subscriptions that a payment service keeps. */
export function createPaidBillingPages(options: PaidBillingOptions): BillingPages {
  const { accounts, payments, checkouts, store, price, audit } = options
  const subscriptionOf = async ({ accountId }: SignedInViewer) => (await accounts.read(accountId))?.subscription ?? null
  const show: BillingPageHandler = async (viewer, place, reply) => {
    await checkouts.syncCompletedQuietly(viewer.accountId)
    const subscription = await subscriptionOf(viewer)
    const standing = toSubscriptionPhase(subscription)
    if (standing === 'running' || standing === 'troubled') return sendSubscriptionPage(reply, place, 200, subscription)
    const page = standing === 'new' ? trialOfferPage : subscribeOfferPage
    return sendPage(allowExternalFormTarget(reply), 200, page(place, await price()))
  }
  const begin: BillingPageHandler = async (viewer, place, reply) => {
    await checkouts.syncCompleted(viewer.accountId)
    const subscription = await subscriptionOf(viewer)
    const standing = toSubscriptionPhase(subscription)
    if (standing === 'running' || standing === 'troubled') return sendSubscriptionPage(reply, place, 409, subscription)
    const url = await checkouts.open({
      accountId: viewer.accountId,
      email: viewer.person.email,
      customerId: await store.findCustomerId(viewer.accountId),
      trialDays: standing === 'new' ? place.trialDays : null,
      successUrl: new URL('/projects?trial=1', place.web).href,
      cancelUrl: new URL('/pricing', place.web).href,
    })
    audit({ kind: 'checkout-opened', userId: viewer.person.id, accountId: viewer.accountId })
    return reply.redirect(url, 303)
  }
  const manage: BillingPageHandler = async (viewer, place, reply) => {
    await checkouts.syncCompletedQuietly(viewer.accountId)
    const customerId = await store.findCustomerId(viewer.accountId)
    if (customerId === null) return reply.redirect(new URL('/trial', place.api).href, 303)
    return reply.redirect(await payments.openPortal(customerId, new URL('/projects', place.web).href), 303)
  }
  return {
    show,
    begin: withPaymentErrorPage(options.log, begin, '/trial'),
    manage: withPaymentErrorPage(options.log, manage, '/billing'),
  }
}

/** There is nothing to begin: where the subscription stands, and the way to see to it. */
function sendSubscriptionPage(
  reply: FastifyReply,
  place: BillingPageContext,
  status: number,
  subscription: Subscription | null,
) {
  const trialEnd = subscription?.status === 'trialing' ? subscription.trialEnd : null
  const isRunning = toSubscriptionPhase(subscription) === 'running'
  return sendPage(reply, status, isRunning ? subscribedPage(place, trialEnd) : subscriptionProblemPage(place))
}

/** A service that fails leaves a page with a way on. */
const withPaymentErrorPage =
  (log: Log, answer: BillingPageHandler, again: '/trial' | '/billing'): BillingPageHandler =>
  async (viewer, place, reply) => {
    try {
      return await answer(viewer, place, reply)
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      log.warn({ err: error }, 'the payment service failed')
      return sendPage(reply, 502, paymentFailedPage(place, error.publicMessage ?? 'The payment service failed.', again))
    }
  }

// Browsers hold a form to this list through its redirect, and the checkout may stand on a host of the operator's own.
function allowExternalFormTarget(reply: FastifyReply): FastifyReply {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return reply
  const isSecure = policy.includes('upgrade-insecure-requests')
  const anywhere = isSecure ? 'https:' : 'https: http:'
  return reply.header('content-security-policy', policy.replace(/form-action [^;]*/, `$& ${anywhere}`))
}

const priceLocale = 'en'
const describePriceAfterTrial = (price: Price | null): string =>
  price === null
    ? 'What it costs afterwards is said before you confirm.'
    : `Afterwards ${formatPrice(price, priceLocale)}.`

const renderBillingLink = ({ api }: BillingPageContext): Html =>
  html`<p><a href="${new URL('/billing', api).href}">Open billing</a></p>`

const renderProjectsLink = (place: BillingPageContext): Html =>
  renderPageLink(place, '/projects', 'Go to your projects')

const trialOfferPage = (place: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    place,
    'Start your free trial',
    html`<p>
        Use all of ${place.productName} for ${formatDayCount(place.trialDays)} without paying.
        ${describePriceAfterTrial(price)}
      </p>
      <p>No card is needed for the trial: without one it ends by itself.</p>
      ${renderTrialButton('Start free trial')}
      <p class="soft">The next page is the payment service's. One trial for each account.</p>`,
  )

const subscribeOfferPage = (place: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    place,
    `Subscribe to ${place.productName}`,
    html`<p>
        ${price === null ? 'The price is said before you confirm.' : `It costs ${formatPrice(price, priceLocale)}.`}
        This account has had its free trial.
      </p>
      ${renderTrialButton('Subscribe')}
      <p class="soft">The next page is the payment service's. You can cancel at any time.</p>`,
  )

const subscribedPage = (place: BillingPageContext, trialEnd: Date | null): ServerPage =>
  renderBillingPage(
    place,
    trialEnd === null ? 'Your subscription is active' : 'Your trial is running',
    html`${trialEnd === null ? [] : [html`<p>It ends on ${renderLongDate(trialEnd)}.</p>`]} ${renderBillingLink(place)}
    ${renderProjectsLink(place)}`,
  )

const subscriptionProblemPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Your subscription needs your attention',
    html`<p>A payment is missing or the subscription is paused. See to it in billing, and everything opens again.</p>
      ${renderBillingLink(place)} ${renderProjectsLink(place)}`,
  )

const paymentFailedPage = (place: BillingPageContext, said: string, again: '/trial' | '/billing'): ServerPage =>
  renderBillingPage(
    place,
    'This did not work',
    html`<p>${said} Nothing was booked or changed.</p>
      <p><a href="${new URL(again, place.api).href}">Try again</a></p>
      ${renderProjectsLink(place)}`,
  )
