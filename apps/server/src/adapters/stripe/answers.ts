import { z } from 'zod'

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const seconds = z.number().transform((value) => new Date(value * 1000))
const metadata = z.record(z.string(), z.string()).nullish()

/** Where a person is sent: nothing but an address of the web. */
export const opened = z.object({ url: z.url({ protocol: /^https?$/ }) })

export const openedCheckout = opened.extend({ id: z.string().min(1) })

export const checkoutAnswer = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  subscription: reference.nullish(),
})

export const subscriptionAnswer = z.object({
  id: z.string().min(1),
  customer: reference,
  status: z.string().min(1),
  trial_end: seconds.nullish(),
  created: seconds,
  metadata,
})

export const priceAnswer = z.object({
  unit_amount: z.number().nullish(),
  currency: z.string().length(3),
  recurring: z
    .object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.number().int().min(1) })
    .nullish(),
})

export const signedEvent = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      client_reference_id: z.string().nullish(),
      subscription: reference.nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: reference.nullish() }).nullish() }).nullish(),
      metadata,
    }),
  }),
})

export type SignedEvent = z.output<typeof signedEvent>
