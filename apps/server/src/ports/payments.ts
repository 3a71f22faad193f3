import type { Price } from '@espalier/domain'

/** A subscription as the payment service has it now. */
export interface PaidSubscription {
  readonly id: string
  readonly customerId: string
  /** The service's word for it, also one that is not known here. */
  readonly status: string
  readonly trialEnd: Date | null
  readonly begunAt: Date
  /** The account it was opened for, where the service still knows. */
  readonly accountId: string | null
}

export interface Checkout {
  readonly accountId: string
  readonly email: string
  /** Null: not a customer yet. */
  readonly customerId: string | null
  /** Null: no trial any more. */
  readonly trialDays: number | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Two requests with the same key open one checkout. */
  readonly idempotencyKey: string
}

export interface OpenedCheckout {
  readonly id: string
  /** The page where the person subscribes. */
  readonly url: string
}

/** What became of a checkout. */
export interface CheckoutState {
  readonly status: 'open' | 'complete' | 'expired'
  /** Null: it did not lead to one. */
  readonly subscriptionId: string | null
}

/** Something happened to a subscription: a reason to ask for it, never the news itself. */
export interface PaymentEvent {
  readonly id: string
  /** Null: it is about nothing that concerns us. */
  readonly subscriptionId: string | null
  readonly accountId: string | null
}

/** Who takes the money. Everything here throws PaymentsError where the service does not do it. */
export interface Payments {
  openCheckout(checkout: Checkout): Promise<OpenedCheckout>
  /** Null: there is no such checkout. */
  findCheckout(id: string): Promise<CheckoutState | null>
  /** Nobody can subscribe by it any more. */
  expireCheckout(id: string): Promise<void>
  /** The address of the page where the person sees to what was subscribed. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** Null: there is no such subscription. */
  findSubscription(id: string): Promise<PaidSubscription | null>
  /** Null: what it costs cannot be told in one sum. */
  readPrice(): Promise<Price | null>
  /** Throws ForgedEvent where the body is not what the service signed. */
  readEvent(body: Buffer, signature: string): PaymentEvent
}

/** The service was away, or said no. The message is for the log; `said` is what a person may read. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly publicMessage: string | null

  constructor(message: string, said: string | null, options?: ErrorOptions) {
    super(message, options)
    this.publicMessage = said
  }
}

export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError'
}
