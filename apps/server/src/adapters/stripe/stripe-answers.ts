import { z } from 'zod'
import type { PaymentEvent } from '../../ports/payments.ts'

const referenceShape = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const secondsShape = z.number().transform((value) => new Date(value * 1000))
const metadataShape = z.record(z.string(), z.string()).nullish()

/** A page that a person is redirected to; only web URLs are allowed. */
export const openedPageShape = z.object({ url: z.url({ protocol: /^https?$/ }) })

export const openedCheckoutShape = openedPageShape.extend({ id: z.string().min(1) })

export const checkoutShape = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  subscription: referenceShape.nullish(),
})

export const subscriptionShape = z.object({
  id: z.string().min(1),
  customer: referenceShape,
  status: z.string().min(1),
  trial_end: secondsShape.nullish(),
  created: secondsShape,
  metadata: metadataShape,
})

export const priceShape = z.object({
  unit_amount: z.number().nullish(),
  currency: z.string().length(3),
  recurring: z
    .object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.number().int().min(1) })
    .nullish(),
})

export const signedEventShape = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      client_reference_id: z.string().nullish(),
      subscription: referenceShape.nullish(),
      parent: z
        .object({ subscription_details: z.object({ subscription: referenceShape.nullish() }).nullish() })
        .nullish(),
      metadata: metadataShape,
    }),
  }),
})

type SignedEvent = z.output<typeof signedEventShape>

/** The metadata key under which a subscription stores its account. */
export const accountMetadataKey = 'account_id'

/** Extracts the relevant part of an event: which subscription to fetch and whose it is. */
export function toPaymentEvent({ id, type, data: { object } }: SignedEvent): PaymentEvent {
  if (type.startsWith('customer.subscription.')) {
    return { id, subscriptionId: object.id ?? null, accountId: object.metadata?.[accountMetadataKey] ?? null }
  }
  if (type.startsWith('checkout.session.')) {
    return { id, subscriptionId: object.subscription ?? null, accountId: object.client_reference_id ?? null }
  }
  if (type.startsWith('invoice.')) {
    // Older API versions have it on the invoice itself.
    const subscription = object.parent?.subscription_details?.subscription ?? object.subscription ?? null
    return { id, subscriptionId: subscription, accountId: null }
  }
  return { id, subscriptionId: null, accountId: null }
}
