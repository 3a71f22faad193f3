/** What a handler answers: JSON, or nothing at all. */
export interface SiteAnswer {
  readonly status: number
  readonly body?: unknown
}

export const ok = (body: unknown): SiteAnswer => ({ status: 200, body })
export const created = (body: unknown): SiteAnswer => ({ status: 201, body })
/** A created link: 201, and not a byte of body. */
export const createdSilently: SiteAnswer = { status: 201 }
export const noContent: SiteAnswer = { status: 204 }

export const refused = (status: number, message: string): SiteAnswer => ({
  status,
  body: { errorMessages: [message], errors: {} },
})

export const invalid = (errors: Readonly<Record<string, string>>): SiteAnswer => ({
  status: 400,
  body: { errorMessages: [], errors },
})

export const notThere = refused(404, 'Issue does not exist or you do not have permission to see it.')
export const removed = refused(
  410,
  'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.',
)
