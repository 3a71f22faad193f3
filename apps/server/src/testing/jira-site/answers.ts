/** What a handler answers: JSON, or nothing at all. */
export interface SiteResponse {
  readonly status: number
  readonly body?: unknown
}

export const okResponse = (body: unknown): SiteResponse => ({ status: 200, body })
export const createdResponse = (body: unknown): SiteResponse => ({ status: 201, body })
/** A created link: 201, and not a byte of body. */
export const createdEmptyResponse: SiteResponse = { status: 201 }
export const noContentResponse: SiteResponse = { status: 204 }

export const errorResponse = (status: number, message: string): SiteResponse => ({
  status,
  body: { errorMessages: [message], errors: {} },
})

export const invalidFieldsResponse = (errors: Readonly<Record<string, string>>): SiteResponse => ({
  status: 400,
  body: { errorMessages: [], errors },
})

export const issueNotFoundResponse = errorResponse(404, 'Issue does not exist or you do not have permission to see it.')
export const removedApiResponse = errorResponse(
  410,
  'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.',
)
