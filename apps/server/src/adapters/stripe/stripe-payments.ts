import type { Price } from '@espalier/domain'
import { Stripe } from 'stripe'
import type { z } from 'zod'
import {
  type Checkout,
  type CheckoutState,
  ForgedEventError,
  type PaidSubscription,
  type Payments,
  PaymentsError,
} from '../../ports/payments.ts'
import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
} from '../../reliability/circuit-breaker.ts'
import { waitAtMost } from '../../reliability/timeout.ts'
import { billingTexts } from '../../texts/pages.ts'
import {
  accountMetadataKey,
  checkoutShape,
  openedCheckoutShape,
  openedPageShape,
  priceShape,
  signedEventShape,
  subscriptionShape,
  toPaymentEvent,
} from './stripe-answers.ts'

const { errors } = Stripe

const paymentsUnavailableError = (cause?: unknown): PaymentsError =>
  new PaymentsError('the payment service does not answer', billingTexts.service.unavailable, { cause })

/** The service did not reach a decision. */
const isOutage = (error: unknown): boolean => !(error instanceof errors.StripeError) || isServerFault(error)

const isServerFault = (error: Error): boolean =>
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeRateLimitError

const isMissingResource = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Builds the message for people. Errors about our own key go only to the operator's log. */
function toPaymentsError(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  if (!(error instanceof errors.StripeError)) return paymentsUnavailableError(error)
  if (error instanceof errors.StripeRateLimitError) {
    return new PaymentsError('the payment service is busy', billingTexts.service.busy, { cause: error })
  }
  if (isServerFault(error)) return paymentsUnavailableError(error)
  const isOurs = error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError
  const userMessage = isOurs ? billingTexts.service.unknownServer : billingTexts.service.refused(error.message)
  return new PaymentsError(`the payment service refused: ${error.message}`, userMessage, { cause: error })
}

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly priceId: string
  /** Null means Stripe itself. */
  readonly apiBase: string | null
  /** The timeout of a request including its retry. */
  readonly waitMs?: number
  readonly circuit?: Partial<CircuitBreakerOptions>
}

export function createStripePayments(options: StripeOptions): Payments {
  const { waitMs = 12_000 } = options
  const stripe = createStripeClient(options, waitMs)
  const circuit = createCircuitBreaker({ failures: 5, openMs: 20_000, ...options.circuit })
  const sendRequest = async <Answer>(
    shape: z.ZodType<Answer>,
    question: (client: Stripe) => Promise<unknown>,
  ): Promise<Answer> => {
    try {
      return await runThroughCircuit(circuit, async () =>
        shape.parse(await rejectAfterTimeout(question(stripe), waitMs)),
      )
    } catch (error) {
      throw toPaymentsError(error)
    }
  }
  return {
    openCheckout: (checkout) =>
      sendRequest(openedCheckoutShape, (client) =>
        client.checkout.sessions.create(toSessionParams(checkout, options.priceId), {
          idempotencyKey: checkout.idempotencyKey,
        }),
      ),
    findCheckout: (id) => findCheckout(id, sendRequest),
    async expireCheckout(id) {
      await sendRequest(checkoutShape, (client) => client.checkout.sessions.expire(id))
    },
    openPortal: async (customer, returnUrl) =>
      (
        await sendRequest(openedPageShape, (client) =>
          client.billingPortal.sessions.create({ customer, return_url: returnUrl }),
        )
      ).url,
    findSubscription: (id) => findSubscription(id, sendRequest),
    async readPrice() {
      return toPrice(await sendRequest(priceShape, (client) => client.prices.retrieve(options.priceId)))
    },
    readEvent(body, signature) {
      try {
        return toPaymentEvent(
          signedEventShape.parse(stripe.webhooks.constructEvent(body, signature, options.webhookSecret)),
        )
      } catch (cause) {
        throw new ForgedEventError('the event is malformed or has no valid signature', { cause })
      }
    },
  }
}

async function runThroughCircuit<Answer>(circuit: CircuitBreaker, sendRequest: () => Promise<Answer>): Promise<Answer> {
  if (circuit.blockedForMs() !== null) throw paymentsUnavailableError()
  try {
    const answer = await sendRequest()
    circuit.recordSuccess()
    return answer
  } catch (error) {
    // A refusal proves that the service works.
    if (isOutage(error)) circuit.recordFailure()
    else circuit.recordSuccess()
    throw error
  }
}

function createStripeClient({ secretKey, apiBase }: StripeOptions, waitMs: number): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: waitMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base !== null && {
      host: base.hostname,
      port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : base.port,
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

// The client's own timeout restarts with every received byte.
const rejectAfterTimeout = <Answer>(answer: Promise<Answer>, waitMs: number): Promise<Answer> =>
  waitAtMost(waitMs, answer, () => {
    throw paymentsUnavailableError()
  })

const toSessionParams = (checkout: Checkout, price: string): Stripe.Checkout.SessionCreateParams => {
  const { accountId, customerId, trialDays } = checkout
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    client_reference_id: accountId,
    ...(customerId === null ? { customer_email: checkout.email } : { customer: customerId }),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    payment_method_collection: trialDays === null ? 'always' : 'if_required',
    subscription_data: {
      metadata: { [accountMetadataKey]: accountId },
      ...(trialDays !== null && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
  }
}

type AskStripe = <Answer>(shape: z.ZodType<Answer>, question: (client: Stripe) => Promise<unknown>) => Promise<Answer>

async function nullIfMissing<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Error && isMissingResource(error.cause)) return null
    throw error
  }
}

async function findCheckout(id: string, sendRequest: AskStripe): Promise<CheckoutState | null> {
  const found = await nullIfMissing(sendRequest(checkoutShape, (client) => client.checkout.sessions.retrieve(id)))
  return found && { status: found.status, subscriptionId: found.subscription ?? null }
}

async function findSubscription(id: string, sendRequest: AskStripe): Promise<PaidSubscription | null> {
  const found = await nullIfMissing(sendRequest(subscriptionShape, (client) => client.subscriptions.retrieve(id)))
  return (
    found && {
      id: found.id,
      customerId: found.customer,
      status: found.status,
      trialEnd: found.trial_end ?? null,
      begunAt: found.created,
      accountId: found.metadata?.[accountMetadataKey] ?? null,
    }
  )
}

function toPrice({ unit_amount: amount, currency, recurring }: z.output<typeof priceShape>): Price | null {
  if (typeof amount !== 'number' || recurring == null) return null
  return { amount, currency, every: { count: recurring.interval_count, unit: recurring.interval } }
}
