import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createStripeId, type StripeRecords } from './stripe-records.ts'

/** A response of the service, or an error in its own format. */
export interface StripeResponse {
  readonly status: number
  readonly body: object
}

const okStripeResponse = (body: object): StripeResponse => ({ status: 200, body })

const stripeErrorResponse = (status: number, type: string, message: string, more: object = {}): StripeResponse => ({
  status,
  body: { error: { type, message, ...more } },
})

export const badRequestResponse = (message: string, param?: string): StripeResponse =>
  stripeErrorResponse(400, 'invalid_request_error', message, param === undefined ? {} : { param })

const missingResourceResponse = (what: string, id: string): StripeResponse =>
  stripeErrorResponse(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  })

type FormValue = string | FormFields
interface FormFields {
  readonly [name: string]: FormValue
}

/**
 * Parses `a[b][0][c]=1` like the service: brackets nest, and nothing may be given twice. Null if it is not such a form.
 */
export function readForm(body: string): FormFields | null {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = /^([^[\]]+)((?:\[[^[\]]+\])*)$/.exec(name)
    if (path === null) return null
    const keys = [path[1] ?? '', ...(path[2] ?? '').split(/[[\]]+/).filter((key) => key !== '')]
    if (!putField(fields, keys, value)) return null
  }
  return fields as FormFields
}

function putField(fields: Record<string, unknown>, [key = '', ...more]: readonly string[], value: string): boolean {
  if (more.length === 0) {
    if (Object.hasOwn(fields, key)) return false
    fields[key] = value
    return true
  }
  const inner = (fields[key] ??= {})
  return typeof inner === 'object' && inner !== null && putField(inner as Record<string, unknown>, more, value)
}

const readFormText = (fields: FormFields, ...path: readonly string[]): string | null => {
  let value: FormValue | undefined = fields
  for (const key of path) value = typeof value === 'object' ? value[key] : undefined
  return typeof value === 'string' ? value : null
}

/** Lists every name of the form as dotted paths; list indexes become *. */
function listFormNames(fields: FormFields, before = ''): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = `${before}${/^\d+$/.test(key) ? '*' : key}`
    return typeof value === 'string' ? [name] : listFormNames(value, `${name}.`)
  })
}

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const hashRequest = ({ path, body }: StripeRequest) => createHash('sha256').update(`${path}\n${body}`).digest('hex')

/** Checks what every call must contain and repeats the response to a repeated call. */
export function createRequestGuard(secretKey: string) {
  const answered = new Map<string, { readonly print: string; readonly answer: StripeResponse }>()
  return {
    fault({ method, headers }: StripeRequest): StripeResponse | null {
      if (headers.authorization !== `Bearer ${secretKey}`) {
        return stripeErrorResponse(401, 'invalid_request_error', 'Invalid API Key provided')
      }
      if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(headers['stripe-version']))) {
        return badRequestResponse('Invalid Stripe API version')
      }
      if (method !== 'POST') return null
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return badRequestResponse('Not a form')
      return headers['idempotency-key'] === undefined ? badRequestResponse('No idempotency key') : null
    },
    once(request: StripeRequest, make: () => StripeResponse): StripeResponse {
      const key = String(request.headers['idempotency-key'] ?? '')
      if (request.method !== 'POST' || key === '') return make()
      const before = answered.get(key)
      if (before !== undefined && before.print !== hashRequest(request)) {
        return stripeErrorResponse(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        )
      }
      const answer = before?.answer ?? make()
      answered.set(key, { print: hashRequest(request), answer })
      return answer
    },
  }
}

interface StripeApiCall {
  readonly method: string
  readonly path: string
  readonly form: FormFields
}

interface StripeApiContext {
  readonly books: StripeRecords
  readonly priceId: string
  /** The base URL of the pages that people are sent to. */
  readonly pages: string
}

const sessionFields: ReadonlySet<string> = new Set([
  'mode',
  'line_items.*.price',
  'line_items.*.quantity',
  'client_reference_id',
  'customer',
  'customer_email',
  'success_url',
  'cancel_url',
  'payment_method_collection',
  'subscription_data.metadata.account_id',
  'subscription_data.trial_period_days',
  'subscription_data.trial_settings.end_behavior.missing_payment_method',
])

const isUrl = (text: string | null): text is string => text !== null && URL.canParse(text) && /^https?:/.test(text)

export function answerApiCall(call: StripeApiCall, context: StripeApiContext): StripeResponse {
  const { method, path } = call
  const [, kind = '', id = ''] = /^\/v1\/(subscriptions|prices)\/([^/]+)$/.exec(path) ?? []
  if (method === 'POST' && path === '/v1/checkout/sessions') return openSession(call.form, context)
  if (method === 'POST' && path === '/v1/billing_portal/sessions') return openPortal(call.form, context)
  if (method === 'GET' && kind === 'subscriptions') {
    const found = context.books.subscriptions.get(id)
    return found === undefined ? missingResourceResponse('subscription', id) : okStripeResponse(found)
  }
  const [, sessionId = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? []
  if (method === 'GET' && sessionId !== '' && expire === undefined) return readSession(sessionId, context)
  if (method === 'POST' && expire !== undefined) return expireSession(sessionId, context)
  if (method === 'GET' && kind === 'prices') return readPrice(id, context)
  return stripeErrorResponse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`)
}

function readPrice(id: string, { priceId }: StripeApiContext): StripeResponse {
  if (id !== priceId) return missingResourceResponse('price', id)
  const recurring = { interval: 'month', interval_count: 1 }
  return okStripeResponse({ id, object: 'price', unit_amount: 900, currency: 'eur', recurring, type: 'recurring' })
}

function openSession(form: FormFields, { books: records, priceId, pages }: StripeApiContext): StripeResponse {
  const fault = findSessionFault(form, records, priceId)
  if (fault !== null) return fault
  const days = readFormText(form, 'subscription_data', 'trial_period_days')
  const account = readFormText(form, 'subscription_data', 'metadata', 'account_id')
  const id = createStripeId('cs_test')
  records.sessions.set(id, {
    id,
    accountId: readFormText(form, 'client_reference_id'),
    customer: readFormText(form, 'customer'),
    email: readFormText(form, 'customer_email'),
    trialDays: days === null ? null : Number(days),
    metadata: account === null ? {} : { account_id: account },
    successUrl: readFormText(form, 'success_url') ?? '',
    cancelUrl: readFormText(form, 'cancel_url') ?? '',
    collection: readFormText(form, 'payment_method_collection'),
    status: 'open',
    subscription: null,
  })
  return readSession(id, { books: records, pages })
}

/** The URL is present only while the session is open. */
function readSession(id: string, { books: records, pages }: Pick<StripeApiContext, 'books' | 'pages'>): StripeResponse {
  const session = records.sessions.get(id)
  if (session === undefined) return missingResourceResponse('checkout.session', id)
  const { status, subscription, accountId } = session
  const url = status === 'open' ? `${pages}/pay/${id}` : null
  return okStripeResponse({ id, object: 'checkout.session', status, subscription, client_reference_id: accountId, url })
}

function expireSession(id: string, context: StripeApiContext): StripeResponse {
  const session = context.books.sessions.get(id)
  if (session !== undefined && session.status !== 'open') {
    return badRequestResponse(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one has ${session.status}.`,
    )
  }
  if (session !== undefined) session.status = 'expired'
  return readSession(id, context)
}

function findSessionFault(form: FormFields, records: StripeRecords, priceId: string): StripeResponse | null {
  const unknown = listFormNames(form).find((name) => !sessionFields.has(name))
  if (unknown !== undefined) return badRequestResponse(`Received unknown parameter: ${unknown}`, unknown)
  if (readFormText(form, 'mode') !== 'subscription') return badRequestResponse('Missing required param: mode.', 'mode')
  const price = readFormText(form, 'line_items', '0', 'price')
  if (price !== priceId) return badRequestResponse(`No such price: '${price ?? ''}'`, 'line_items[0][price]')
  if (!isUrl(readFormText(form, 'success_url'))) return badRequestResponse('Not a valid URL', 'success_url')
  if (!isUrl(readFormText(form, 'cancel_url'))) return badRequestResponse('Not a valid URL', 'cancel_url')
  const [customer, email] = [readFormText(form, 'customer'), readFormText(form, 'customer_email')]
  if ((customer === null) === (email === null))
    return badRequestResponse('You may only specify one of these parameters.')
  if (customer !== null && !records.customers.has(customer))
    return badRequestResponse(`No such customer: '${customer}'`)
  const days = readFormText(form, 'subscription_data', 'trial_period_days')
  if (days !== null && !/^[1-9]\d{0,2}$/.test(days)) return badRequestResponse('Invalid integer', 'trial_period_days')
  const end = readFormText(form, 'subscription_data', 'trial_settings', 'end_behavior', 'missing_payment_method')
  return end !== null && days === null ? badRequestResponse('trial_settings needs a trial') : null
}

function openPortal(form: FormFields, { books: records, pages }: StripeApiContext): StripeResponse {
  const unknown = listFormNames(form).find((name) => name !== 'customer' && name !== 'return_url')
  if (unknown !== undefined) return badRequestResponse(`Received unknown parameter: ${unknown}`, unknown)
  const customer = readFormText(form, 'customer') ?? ''
  const returnUrl = readFormText(form, 'return_url')
  if (!records.customers.has(customer)) return badRequestResponse(`No such customer: '${customer}'`, 'customer')
  if (!isUrl(returnUrl)) return badRequestResponse('Not a valid URL', 'return_url')
  const id = createStripeId('bps')
  records.portals.set(id, { id, customer, returnUrl })
  return okStripeResponse({ id, object: 'billing_portal.session', url: `${pages}/portal/${id}` })
}
