import type { Price } from '@espalier/domain'

/** A subscription in its current state at the payment service. */
export interface PaidSubscription {
  readonly id: string
  readonly customerId: string
  /** The service's status, which may be unknown here. */
  readonly status: string
  readonly trialEnd: Date | null
  readonly begunAt: Date
  /** The account it was opened for, if the service still knows it. */
  readonly accountId: string | null
}

export interface Checkout {
  readonly accountId: string
  readonly email: string
  /** Null if the person is not a customer yet. */
  readonly customerId: string | null
  /** Null if the trial was used. */
  readonly trialDays: number | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Two requests with the same key open one checkout. */
  readonly idempotencyKey: string
}

export interface OpenedCheckout {
  readonly id: string
  /** The page on which the person subscribes. */
  readonly url: string
}

/** The outcome of a checkout. */
export interface CheckoutState {
  readonly status: 'open' | 'complete' | 'expired'
  /** Null if it did not lead to a subscription. */
  readonly subscriptionId: string | null
}

/** Something happened to a subscription: a reason to fetch it, never the data itself. */
export interface PaymentEvent {
  readonly id: string
  /** Null if the event does not concern a subscription. */
  readonly subscriptionId: string | null
  readonly accountId: string | null
}

/** The payment service. Every method throws PaymentsError if the service fails or refuses. */
export interface Payments {
  openCheckout(checkout: Checkout): Promise<OpenedCheckout>
  /** Null if there is no such checkout. */
  findCheckout(id: string): Promise<CheckoutState | null>
  /** Makes the checkout unusable. */
  expireCheckout(id: string): Promise<void>
  /** Returns the URL of the page on which the person manages the subscription. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** Null if there is no such subscription. */
  findSubscription(id: string): Promise<PaidSubscription | null>
  /** Null if the price is not a single amount. */
  readPrice(): Promise<Price | null>
  /** Throws ForgedEventError if the signature does not match the body. */
  readEvent(body: Buffer, signature: string): PaymentEvent
}

/** The service was unavailable or refused. The message is for the log; `said` is for the user. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly publicMessage: string | null

  constructor(message: string, userMessage: string | null, options?: ErrorOptions) {
    super(message, options)
    this.publicMessage = userMessage
  }
}

export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError'
}
