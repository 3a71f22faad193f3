import { Stripe } from 'stripe'

import { PaymentsError } from '../../ports/payments.ts'

const { errors } = Stripe

export const paymentsUnavailableError = (cause?: unknown): PaymentsError =>
  new PaymentsError('the payment service does not answer', 'The payment service does not answer.', { cause })

/** It did not get as far as a yes or no. */
export const isOutage = (error: unknown): boolean => !(error instanceof errors.StripeError) || isServerFault(error)

const isServerFault = (error: Error): boolean =>
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeRateLimitError

export const isMissingResource = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** What the service said, for a person to read. What it says of our own key is for the operator's log. */
export function toPaymentsError(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  if (!(error instanceof errors.StripeError)) return paymentsUnavailableError(error)
  if (error instanceof errors.StripeRateLimitError) {
    return new PaymentsError('the payment service is busy', 'The payment service is busy.', { cause: error })
  }
  if (isServerFault(error)) return paymentsUnavailableError(error)
  const isOurs = error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError
  const said = isOurs
    ? 'The payment service does not know this server. Please tell who runs it.'
    : `The payment service refused: ${error.message}`
  return new PaymentsError(`the payment service refused: ${error.message}`, said, { cause: error })
}
