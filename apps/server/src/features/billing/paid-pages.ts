import { priceText, type Price } from '@espalier/domain'

import { html, type Html } from '../../markup/html.ts'
import type { Page } from '../../markup/page.ts'
import { billingPage, dateOf, daysText, linkTo, trialButton, type BillingPlace } from './pages.ts'

const locale = 'en'
const afterwards = (price: Price | null): string =>
  price === null ? 'What it costs afterwards is said before you confirm.' : `Afterwards ${priceText(price, locale)}.`

const manageLink = ({ api }: BillingPlace): Html =>
  html`<p><a href="${new URL('/billing', api).href}">Open billing</a></p>`

const toProjects = (place: BillingPlace): Html => linkTo(place, '/projects', 'Go to your projects')

export const trialOfferPage = (place: BillingPlace, price: Price | null): Page =>
  billingPage(
    place,
    'Start your free trial',
    html`<p>Use all of ${place.productName} for ${daysText(place.trialDays)} without paying. ${afterwards(price)}</p>
      <p>No card is needed for the trial: without one it ends by itself.</p>
      ${trialButton('Start free trial')}
      <p class="soft">The next page is the payment service's. One trial for each account.</p>`,
  )

export const subscribeOfferPage = (place: BillingPlace, price: Price | null): Page =>
  billingPage(
    place,
    `Subscribe to ${place.productName}`,
    html`<p>
        ${price === null ? 'The price is said before you confirm.' : `It costs ${priceText(price, locale)}.`} This
        account has had its free trial.
      </p>
      ${trialButton('Subscribe')}
      <p class="soft">The next page is the payment service's. You can cancel at any time.</p>`,
  )

export const subscribedPage = (place: BillingPlace, trialEnd: Date | null): Page =>
  billingPage(
    place,
    trialEnd === null ? 'Your subscription is active' : 'Your trial is running',
    html`${trialEnd === null ? [] : [html`<p>It ends on ${dateOf(trialEnd)}.</p>`]} ${manageLink(place)}
    ${toProjects(place)}`,
  )

export const troubledPage = (place: BillingPlace): Page =>
  billingPage(
    place,
    'Your subscription needs your attention',
    html`<p>A payment is missing or the subscription is paused. See to it in billing, and everything opens again.</p>
      ${manageLink(place)} ${toProjects(place)}`,
  )

export const failedPage = (place: BillingPlace, said: string, again: '/trial' | '/billing'): Page =>
  billingPage(
    place,
    'This did not work',
    html`<p>${said} Nothing was booked or changed.</p>
      <p><a href="${new URL(again, place.api).href}">Try again</a></p>
      ${toProjects(place)}`,
  )
