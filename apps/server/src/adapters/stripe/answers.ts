import { z } from 'zod'

const referenceShape = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const secondsShape = z.number().transform((value) => new Date(value * 1000))
const metadataShape = z.record(z.string(), z.string()).nullish()

/** Where a person is sent: nothing but an address of the web. */
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
      parent: z.object({ subscription_details: z.object({ subscription: referenceShape.nullish() }).nullish() }).nullish(),
      metadata: metadataShape,
    }),
  }),
})

export type SignedEvent = z.output<typeof signedEventShape>
