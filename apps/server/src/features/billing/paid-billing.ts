import { formatPrice, type Price } from '@espalier/domain'
import type { FastifyReply } from 'fastify'
import { html, type Html, sendPage, type ServerPage } from '../../api/html-page.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { type Payments, PaymentsError } from '../../ports/payments.ts'
import { billingTexts } from '../../texts/pages.ts'
import type { Accounts, SignedInViewer, Subscription } from '../account/index.ts'
import {
  type BillingPageContext,
  type BillingPageHandler,
  type BillingPages,
  renderBillingPage,
  renderPageLink,
  renderTrialButton,
  renderTrialEnd,
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

/** Returns what the person can do. A subscription with an unknown status is managed at the payment service. */
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

/** Pages for trials and subscriptions of a payment service. */
export function createPaidBillingPages(options: PaidBillingOptions): BillingPages {
  const { accounts, payments, checkouts, store, price, audit } = options
  const readSubscription = async ({ accountId }: SignedInViewer) =>
    (await accounts.read(accountId))?.subscription ?? null
  const show: BillingPageHandler = async (viewer, pageContext, reply) => {
    await checkouts.syncCompletedQuietly(viewer.accountId)
    const subscription = await readSubscription(viewer)
    const phase = toSubscriptionPhase(subscription)
    if (phase === 'running' || phase === 'troubled') return sendSubscriptionPage(reply, pageContext, 200, subscription)
    const page = phase === 'new' ? trialOfferPage : subscribeOfferPage
    return sendPage(allowExternalFormTarget(reply), 200, page(pageContext, await price()))
  }
  const begin: BillingPageHandler = async (viewer, pageContext, reply) => {
    await checkouts.syncCompleted(viewer.accountId)
    const subscription = await readSubscription(viewer)
    const phase = toSubscriptionPhase(subscription)
    if (phase === 'running' || phase === 'troubled') return sendSubscriptionPage(reply, pageContext, 409, subscription)
    const url = await checkouts.open({
      accountId: viewer.accountId,
      email: viewer.person.email,
      customerId: await store.findCustomerId(viewer.accountId),
      trialDays: phase === 'new' ? pageContext.trialDays : null,
      successUrl: new URL('/projects?trial=1', pageContext.web).href,
      cancelUrl: new URL('/pricing', pageContext.web).href,
    })
    audit({ kind: 'checkout-opened', userId: viewer.person.id, accountId: viewer.accountId })
    return reply.redirect(url, 303)
  }
  const manage: BillingPageHandler = async (viewer, pageContext, reply) => {
    await checkouts.syncCompletedQuietly(viewer.accountId)
    const customerId = await store.findCustomerId(viewer.accountId)
    if (customerId === null) return reply.redirect(new URL('/trial', pageContext.api).href, 303)
    return reply.redirect(await payments.openPortal(customerId, new URL('/projects', pageContext.web).href), 303)
  }
  return {
    show,
    begin: withPaymentErrorPage(options.log, begin, '/trial'),
    manage: withPaymentErrorPage(options.log, manage, '/billing'),
  }
}

/** Shows the state of the subscription and the way to manage it when there is nothing to start. */
function sendSubscriptionPage(
  reply: FastifyReply,
  pageContext: BillingPageContext,
  status: number,
  subscription: Subscription | null,
) {
  const trialEnd = subscription?.status === 'trialing' ? subscription.trialEnd : null
  const isRunning = toSubscriptionPhase(subscription) === 'running'
  return sendPage(
    reply,
    status,
    isRunning ? subscribedPage(pageContext, trialEnd) : subscriptionProblemPage(pageContext),
  )
}

/** Shows a page with a next step when the service fails. */
const withPaymentErrorPage =
  (log: Log, answer: BillingPageHandler, retryPath: '/trial' | '/billing'): BillingPageHandler =>
  async (viewer, pageContext, reply) => {
    try {
      return await answer(viewer, pageContext, reply)
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      log.warn({ err: error }, 'the payment service failed')
      return sendPage(
        reply,
        502,
        paymentFailedPage(pageContext, error.publicMessage ?? billingTexts.service.failed, retryPath),
      )
    }
  }

// Browsers apply form-action to the redirect as well, and the checkout may be on the operator's own host.
function allowExternalFormTarget(reply: FastifyReply): FastifyReply {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return reply
  const isSecure = policy.includes('upgrade-insecure-requests')
  const anywhere = isSecure ? 'https:' : 'https: http:'
  return reply.header('content-security-policy', policy.replace(/form-action [^;]*/, `$& ${anywhere}`))
}

const priceLocale = 'en'
const describePriceAfterTrial = (price: Price | null): string =>
  price === null ? billingTexts.priceAfterTrialUnknown : billingTexts.priceAfterTrial(formatPrice(price, priceLocale))

const renderBillingLink = ({ api }: BillingPageContext): Html =>
  html`<p><a href="${new URL('/billing', api).href}">${billingTexts.openBilling}</a></p>`

const renderProjectsLink = (pageContext: BillingPageContext): Html =>
  renderPageLink(pageContext, '/projects', billingTexts.openProjects)

const trialOfferPage = (pageContext: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.startTrialTitle,
    html`<p>
        ${billingTexts.trialBeforePayment(pageContext.productName, pageContext.trialDays)}
        ${describePriceAfterTrial(price)}
      </p>
      <p>${billingTexts.noCardNeeded}</p>
      ${renderTrialButton(billingTexts.startTrial)}
      <p class="soft">${billingTexts.paymentServiceNext}</p>`,
  )

const subscribeOfferPage = (pageContext: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.subscribeTitle(pageContext.productName),
    html`<p>${price === null ? billingTexts.priceUnknown : billingTexts.price(formatPrice(price, priceLocale))}</p>
      ${renderTrialButton(billingTexts.subscribe)}
      <p class="soft">${billingTexts.cancelAnyTime}</p>`,
  )

const subscribedPage = (pageContext: BillingPageContext, trialEnd: Date | null): ServerPage =>
  renderBillingPage(
    pageContext,
    trialEnd === null ? billingTexts.subscriptionActive : billingTexts.trialRunning,
    html`${trialEnd === null ? [] : [renderTrialEnd(trialEnd)]} ${renderBillingLink(pageContext)}
    ${renderProjectsLink(pageContext)}`,
  )

const subscriptionProblemPage = (pageContext: BillingPageContext): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.attentionNeeded,
    html`<p>${billingTexts.attentionDetail}</p>
      ${renderBillingLink(pageContext)} ${renderProjectsLink(pageContext)}`,
  )

const paymentFailedPage = (
  pageContext: BillingPageContext,
  userMessage: string,
  retryPath: '/trial' | '/billing',
): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.failedTitle,
    html`<p>${billingTexts.failed(userMessage)}</p>
      <p><a href="${new URL(retryPath, pageContext.api).href}">${billingTexts.tryAgain}</a></p>
      ${renderProjectsLink(pageContext)}`,
  )
