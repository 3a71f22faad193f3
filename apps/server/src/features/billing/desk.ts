import type { FastifyReply } from 'fastify'

import type { SignedInViewer } from '../account/index.ts'
import type { BillingPageContext } from './pages.ts'

export type BillingPageHandler = (viewer: SignedInViewer, place: BillingPageContext, reply: FastifyReply) => Promise<FastifyReply>

/** Where a person begins a trial or a subscription, and sees to it later. */
export interface BillingPages {
  /** GET /trial: what is offered. It begins nothing. */
  readonly show: BillingPageHandler
  /** POST /trial, of the button of that page. */
  readonly begin: BillingPageHandler
  /** GET /billing: what was subscribed. */
  readonly manage: BillingPageHandler
}
