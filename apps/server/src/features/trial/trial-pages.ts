import { html, type Html } from '../../markup/html.ts'
import type { Page } from '../../markup/page.ts'

export interface TrialPlace {
  /** The web application's origin. */
  readonly web: string
  readonly productName: string
  readonly trialDays: number
}

const page = ({ productName }: TrialPlace, title: string, body: Html): Page => ({
  title,
  productName,
  stylesheet: '/trial/page.css',
  body: html`<p class="brand">${productName}</p>
    <h1>${title}</h1>
    ${body}`,
})

const linkTo = ({ web }: TrialPlace, path: string, label: string): Html =>
  html`<p><a href="${new URL(path, web).href}">${label}</a></p>`

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

export const offerPage = (place: TrialPlace): Page =>
  page(
    place,
    'Start your free trial',
    html`<p>Use all of ${place.productName} for ${days(place.trialDays)}. No card is needed, and it ends by itself.</p>
      <form method="post" action="/trial"><button type="submit">Start free trial</button></form>
      <p class="soft">One trial for each account.</p>`,
  )

const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export const runningPage = (place: TrialPlace, trialEnd: Date): Page =>
  page(
    place,
    'Your trial is running',
    html`<p>It ends on <time datetime="${trialEnd.toISOString()}">${longDate.format(trialEnd)}</time>.</p>
      ${linkTo(place, '/projects', 'Go to your projects')}`,
  )

export const usedPage = (place: TrialPlace): Page =>
  page(
    place,
    'Your free trial was used already',
    html`<p>Each account has one free trial, and this account has had it.</p>
      ${linkTo(place, '/pricing', 'See the plans')} ${linkTo(place, '/projects', 'Go to your projects')}`,
  )

export const noTrialsPage = (place: TrialPlace): Page =>
  page(
    place,
    'Not found',
    html`<p>There are no trials here.</p>
      ${linkTo(place, '/', 'Go home')}`,
  )

export const awayPage = (place: TrialPlace): Page =>
  page(place, 'Try again in a moment', html`<p>We could not find out who you are. Nothing was changed.</p>`)
