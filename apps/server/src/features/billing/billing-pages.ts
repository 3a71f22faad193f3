import type { FastifyReply } from 'fastify'
import { html, type Html, type ServerPage } from '../../api/html-page.ts'
import { billingTexts } from '../../texts/pages.ts'
import type { SignedInViewer } from '../account/index.ts'

/** The request's origins and the offer that the pages show. */
export interface BillingPageContext {
  /** The web application's origin. */
  readonly web: string
  readonly api: string
  readonly productName: string
  readonly trialDays: number
}

export const renderBillingPage = ({ productName }: BillingPageContext, title: string, body: Html): ServerPage => ({
  title,
  productName,
  stylesheet: '/trial/page.css',
  body: html`<p class="brand">${productName}</p>
    <h1>${title}</h1>
    ${body}`,
})

export const renderPageLink = ({ web }: BillingPageContext, path: string, label: string): Html =>
  html`<p><a href="${new URL(path, web).href}">${label}</a></p>`

const formatDate = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

export const renderTrialEnd = (date: Date): Html => html`<p>${billingTexts.trialEndsOn(formatDate(date))}</p>`

export const renderTrialButton = (label: string): Html =>
  html`<form method="post" action="/trial"><button type="submit">${label}</button></form>`

export const noBillingPage = (pageContext: BillingPageContext): ServerPage =>
  renderBillingPage(
    pageContext,
    billingTexts.noTrialsTitle,
    html`<p>${billingTexts.noTrials}</p>
      ${renderPageLink(pageContext, '/', billingTexts.goHome)}`,
  )

export const identityDownPage = (pageContext: BillingPageContext): ServerPage =>
  renderBillingPage(pageContext, billingTexts.identityDownTitle, html`<p>${billingTexts.identityDown}</p>`)

export type BillingPageHandler = (
  viewer: SignedInViewer,
  place: BillingPageContext,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** The pages on which a person starts and manages a trial or a subscription. */
export interface BillingPages {
  /** GET /trial shows the offer. It starts nothing. */
  readonly show: BillingPageHandler
  /** POST /trial is sent by that page's button. */
  readonly begin: BillingPageHandler
  /** GET /billing shows the subscription. */
  readonly manage: BillingPageHandler
}
