import { html } from '../../markup/html.ts'
import type { Page } from '../../markup/page.ts'
import { billingPage, dateOf, daysText, linkTo, trialButton, type BillingPlace } from './pages.ts'

export const offerPage = (place: BillingPlace): Page =>
  billingPage(
    place,
    'Start your free trial',
    html`<p>
        Use all of ${place.productName} for ${daysText(place.trialDays)}. No card is needed, and it ends by itself.
      </p>
      ${trialButton('Start free trial')}
      <p class="soft">One trial for each account.</p>`,
  )

export const runningPage = (place: BillingPlace, trialEnd: Date): Page =>
  billingPage(
    place,
    'Your trial is running',
    html`<p>It ends on ${dateOf(trialEnd)}.</p>
      ${linkTo(place, '/projects', 'Go to your projects')}`,
  )

export const usedPage = (place: BillingPlace): Page =>
  billingPage(
    place,
    'Your free trial was used already',
    html`<p>Each account has one free trial, and this account has had it.</p>
      ${linkTo(place, '/pricing', 'See the plans')} ${linkTo(place, '/projects', 'Go to your projects')}`,
  )
