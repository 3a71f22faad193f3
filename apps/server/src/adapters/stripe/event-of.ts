import type { PaymentEvent } from '../../ports/payments.ts'
import type { SignedEvent } from './answers.ts'

/** Under this name a subscription carries the account it was opened for. */
export const accountMetadataKey = 'account_id'

/** What of an event concerns us: which subscription to ask for, and whose it is. */
export function toPaymentEvent({ id, type, data: { object } }: SignedEvent): PaymentEvent {
  if (type.startsWith('customer.subscription.')) {
    return { id, subscriptionId: object.id ?? null, accountId: object.metadata?.[accountMetadataKey] ?? null }
  }
  if (type.startsWith('checkout.session.')) {
    return { id, subscriptionId: object.subscription ?? null, accountId: object.client_reference_id ?? null }
  }
  if (type.startsWith('invoice.')) {
    // Older versions of the API had it on the invoice itself.
    const subscription = object.parent?.subscription_details?.subscription ?? object.subscription ?? null
    return { id, subscriptionId: subscription, accountId: null }
  }
  return { id, subscriptionId: null, accountId: null }
}
