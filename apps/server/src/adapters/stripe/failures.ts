import { Stripe } from 'stripe'

import { PaymentsFailed } from '../../ports/payments.ts'

const { errors } = Stripe

export const away = (cause?: unknown): PaymentsFailed =>
  new PaymentsFailed('the payment service does not answer', 'The payment service does not answer.', { cause })

/** It did not get as far as a yes or no. */
export const isOutage = (error: unknown): boolean => !(error instanceof errors.StripeError) || isServersFault(error)

const isServersFault = (error: Error): boolean =>
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeRateLimitError

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** What the service said, for a person to read. What it says of our own key is for the operator's log. */
export function failureOf(error: unknown): PaymentsFailed {
  if (error instanceof PaymentsFailed) return error
  if (!(error instanceof errors.StripeError)) return away(error)
  if (error instanceof errors.StripeRateLimitError) {
    return new PaymentsFailed('the payment service is busy', 'The payment service is busy.', { cause: error })
  }
  if (isServersFault(error)) return away(error)
  const isOurs = error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError
  const said = isOurs
    ? 'The payment service does not know this server. Please tell who runs it.'
    : `The payment service refused: ${error.message}`
  return new PaymentsFailed(`the payment service refused: ${error.message}`, said, { cause: error })
}
