import type { FastifyReply } from 'fastify'

import type { SignedInViewer } from '../account/index.ts'
import type { BillingPlace } from './pages.ts'

export type Answer = (viewer: SignedInViewer, place: BillingPlace, reply: FastifyReply) => Promise<FastifyReply>

/** Where a person begins a trial or a subscription, and sees to it later. */
export interface Desk {
  /** GET /trial: what is offered. It begins nothing. */
  readonly show: Answer
  /** POST /trial, of the button of that page. */
  readonly begin: Answer
  /** GET /billing: what was subscribed. */
  readonly manage: Answer
}
