import { html } from '../../markup/html.ts'
import type { ServerPage } from '../../markup/page.ts'
import { renderBillingPage, renderLongDate, formatDayCount, renderPageLink, renderTrialButton, type BillingPageContext } from './pages.ts'

export const localTrialOfferPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Start your free trial',
    html`<p>
        Use all of ${place.productName} for ${formatDayCount(place.trialDays)}. No card is needed, and it ends by itself.
      </p>
      ${renderTrialButton('Start free trial')}
      <p class="soft">One trial for each account.</p>`,
  )

export const trialRunningPage = (place: BillingPageContext, trialEnd: Date): ServerPage =>
  renderBillingPage(
    place,
    'Your trial is running',
    html`<p>It ends on ${renderLongDate(trialEnd)}.</p>
      ${renderPageLink(place, '/projects', 'Go to your projects')}`,
  )

export const trialUsedPage = (place: BillingPageContext): ServerPage =>
  renderBillingPage(
    place,
    'Your free trial was used already',
    html`<p>Each account has one free trial, and this account has had it.</p>
      ${renderPageLink(place, '/pricing', 'See the plans')} ${renderPageLink(place, '/projects', 'Go to your projects')}`,
  )
