/** An answer of the service, or a complaint in its own shape. */
export interface StripeResponse {
  readonly status: number
  readonly body: object
}

export const okStripeResponse = (body: object): StripeResponse => ({ status: 200, body })

export const stripeErrorResponse = (status: number, type: string, message: string, more: object = {}): StripeResponse => ({
  status,
  body: { error: { type, message, ...more } },
})

export const badRequestResponse = (message: string, param?: string): StripeResponse =>
  stripeErrorResponse(400, 'invalid_request_error', message, param === undefined ? {} : { param })

export const missingResourceResponse = (what: string, id: string): StripeResponse =>
  stripeErrorResponse(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
