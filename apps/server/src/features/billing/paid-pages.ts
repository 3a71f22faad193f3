import { formatPrice, type Price } from '@espalier/domain'

import { html, type Html } from '../../markup/html.ts'
import type { ServerPage } from '../../markup/page.ts'
import { renderBillingPage, renderLongDate, formatDayCount, renderPageLink, renderTrialButton, type BillingPageContext } from './pages.ts'

const priceLocale = 'en'
const describePriceAfterTrial = (price: Price | null): string =>
  price === null ? 'What it costs afterwards is said before you confirm.' : `Afterwards ${formatPrice(price, priceLocale)}.`

const renderBillingLink = ({ api }: BillingPageContext): Html =>
  html`<p><a href="${new URL('/billing', api).href}">Open billing</a></p>`

const renderProjectsLink = (place: BillingPageContext): Html => renderPageLink(place, '/projects', 'Go to your projects')

export const trialOfferPage = (place: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    place,
    'Start your free trial',
    html`<p>Use all of ${place.productName} for ${formatDayCount(place.trialDays)} without paying. ${describePriceAfterTrial(price)}</p>
      <p>No card is needed for the trial: without one it ends by itself.</p>
      ${renderTrialButton('Start free trial')}
      <p class="soft">The next page is the payment service's. One trial for each account.</p>`,
  )

export const subscribeOfferPage = (place: BillingPageContext, price: Price | null): ServerPage =>
  renderBillingPage(
    place,
    `Subscribe to ${place.productName}`,
    html`<p>
        ${price === null ? 'The price is said before you confirm.' : `It costs ${formatPrice(price, priceLocale)}.`} This
        account has had its free trial.
      </p>
      ${renderTrialButton('Subscribe')}
      <p class="soft">The next page is the payment service's. You can cancel at any time.</p>`,
  )

export const subscribedPage = (place: BillingPageContext, trialEnd: Date | null): ServerPage =>
  renderBillingPage(
    place,
    trialEnd === null ? 'Your subscription is active' : 'Your trial is running',
    html`${trialEnd === null ? [] : [html`<p>It ends on ${renderLongDate(trialEnd)}.</p>`]} ${renderBillingLink(place)}
    ${renderProjectsLink(place)}`,
  )

export const subscriptionProblemPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Your subscription needs your attention',
    html`<p>A payment is missing or the subscription is paused. See to it in billing, and everything opens again.</p>
      ${renderBillingLink(place)} ${renderProjectsLink(place)}`,
  )

export const paymentFailedPage = (place: BillingPageContext, said: string, again: '/trial' | '/billing'): ServerPage =>
  renderBillingPage(
    place,
    'This did not work',
    html`<p>${said} Nothing was booked or changed.</p>
      <p><a href="${new URL(again, place.api).href}">Try again</a></p>
      ${renderProjectsLink(place)}`,
  )
