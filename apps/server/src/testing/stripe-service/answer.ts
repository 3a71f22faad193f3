/** An answer of the service, or a complaint in its own shape. */
export interface ServiceAnswer {
  readonly status: number
  readonly body: object
}

export const ok = (body: object): ServiceAnswer => ({ status: 200, body })

export const complaint = (status: number, type: string, message: string, more: object = {}): ServiceAnswer => ({
  status,
  body: { error: { type, message, ...more } },
})

export const badRequest = (message: string, param?: string): ServiceAnswer =>
  complaint(400, 'invalid_request_error', message, param === undefined ? {} : { param })

export const missing = (what: string, id: string): ServiceAnswer =>
  complaint(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
