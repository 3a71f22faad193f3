import { badRequest, complaint, missing, ok, type ServiceAnswer } from './answer.ts'
import { newId, type Books } from './books.ts'
import { namesIn, textIn, type FormFields } from './form.ts'

export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly form: FormFields
}

export interface ApiPlace {
  readonly books: Books
  readonly priceId: string
  /** Of the pages that people are sent to. */
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

export function answerCall(call: ApiCall, place: ApiPlace): ServiceAnswer {
  const { method, path } = call
  const [, kind = '', id = ''] = /^\/v1\/(subscriptions|prices)\/([^/]+)$/.exec(path) ?? []
  if (method === 'POST' && path === '/v1/checkout/sessions') return openSession(call.form, place)
  if (method === 'POST' && path === '/v1/billing_portal/sessions') return openPortal(call.form, place)
  if (method === 'GET' && kind === 'subscriptions') {
    const found = place.books.subscriptions.get(id)
    return found === undefined ? missing('subscription', id) : ok(found)
  }
  const [, sessionId = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? []
  if (method === 'GET' && sessionId !== '' && expire === undefined) return readSession(sessionId, place)
  if (method === 'POST' && expire !== undefined) return expireSession(sessionId, place)
  if (method === 'GET' && kind === 'prices') return readPrice(id, place)
  return complaint(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`)
}

function readPrice(id: string, { priceId }: ApiPlace): ServiceAnswer {
  if (id !== priceId) return missing('price', id)
  const recurring = { interval: 'month', interval_count: 1 }
  return ok({ id, object: 'price', unit_amount: 900, currency: 'eur', recurring, type: 'recurring' })
}

function openSession(form: FormFields, { books, priceId, pages }: ApiPlace): ServiceAnswer {
  const fault = sessionFault(form, books, priceId)
  if (fault !== null) return fault
  const days = textIn(form, 'subscription_data', 'trial_period_days')
  const account = textIn(form, 'subscription_data', 'metadata', 'account_id')
  const id = newId('cs_test')
  books.sessions.set(id, {
    id,
    accountId: textIn(form, 'client_reference_id'),
    customer: textIn(form, 'customer'),
    email: textIn(form, 'customer_email'),
    trialDays: days === null ? null : Number(days),
    metadata: account === null ? {} : { account_id: account },
    successUrl: textIn(form, 'success_url') ?? '',
    cancelUrl: textIn(form, 'cancel_url') ?? '',
    collection: textIn(form, 'payment_method_collection'),
    status: 'open',
    subscription: null,
  })
  return readSession(id, { books, pages })
}

/** The address is there only while the session is open. */
function readSession(id: string, { books, pages }: Pick<ApiPlace, 'books' | 'pages'>): ServiceAnswer {
  const session = books.sessions.get(id)
  if (session === undefined) return missing('checkout.session', id)
  const { status, subscription, accountId } = session
  const url = status === 'open' ? `${pages}/pay/${id}` : null
  return ok({ id, object: 'checkout.session', status, subscription, client_reference_id: accountId, url })
}

function expireSession(id: string, place: ApiPlace): ServiceAnswer {
  const session = place.books.sessions.get(id)
  if (session !== undefined && session.status !== 'open') {
    return badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one has ${session.status}.`,
    )
  }
  if (session !== undefined) session.status = 'expired'
  return readSession(id, place)
}

function sessionFault(form: FormFields, books: Books, priceId: string): ServiceAnswer | null {
  const unknown = namesIn(form).find((name) => !sessionFields.has(name))
  if (unknown !== undefined) return badRequest(`Received unknown parameter: ${unknown}`, unknown)
  if (textIn(form, 'mode') !== 'subscription') return badRequest('Missing required param: mode.', 'mode')
  const price = textIn(form, 'line_items', '0', 'price')
  if (price !== priceId) return badRequest(`No such price: '${price ?? ''}'`, 'line_items[0][price]')
  if (!isUrl(textIn(form, 'success_url'))) return badRequest('Not a valid URL', 'success_url')
  if (!isUrl(textIn(form, 'cancel_url'))) return badRequest('Not a valid URL', 'cancel_url')
  const [customer, email] = [textIn(form, 'customer'), textIn(form, 'customer_email')]
  if ((customer === null) === (email === null)) return badRequest('You may only specify one of these parameters.')
  if (customer !== null && !books.customers.has(customer)) return badRequest(`No such customer: '${customer}'`)
  const days = textIn(form, 'subscription_data', 'trial_period_days')
  if (days !== null && !/^[1-9]\d{0,2}$/.test(days)) return badRequest('Invalid integer', 'trial_period_days')
  const end = textIn(form, 'subscription_data', 'trial_settings', 'end_behavior', 'missing_payment_method')
  return end !== null && days === null ? badRequest('trial_settings needs a trial') : null
}

function openPortal(form: FormFields, { books, pages }: ApiPlace): ServiceAnswer {
  const unknown = namesIn(form).find((name) => name !== 'customer' && name !== 'return_url')
  if (unknown !== undefined) return badRequest(`Received unknown parameter: ${unknown}`, unknown)
  const customer = textIn(form, 'customer') ?? ''
  const returnUrl = textIn(form, 'return_url')
  if (!books.customers.has(customer)) return badRequest(`No such customer: '${customer}'`, 'customer')
  if (!isUrl(returnUrl)) return badRequest('Not a valid URL', 'return_url')
  const id = newId('bps')
  books.portals.set(id, { id, customer, returnUrl })
  return ok({ id, object: 'billing_portal.session', url: `${pages}/portal/${id}` })
}
