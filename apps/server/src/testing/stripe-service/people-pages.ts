import type { StripeRecords, PortalSessionRecord, CheckoutSessionRecord } from './books.ts'

/** The service's own pages, where people are sent to. */
export interface CustomerPages {
  confirm(session: CheckoutSessionRecord): Promise<void>
  cancel(portal: PortalSessionRecord): Promise<void>
}

export interface PageResponse {
  readonly status: number
  readonly body: string
  readonly location?: string
}

const renderPage = (title: string, body: string): PageResponse => ({
  status: 200,
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
})

export async function answerCustomerPage(
  method: string,
  path: string,
  books: StripeRecords,
  pages: CustomerPages,
): Promise<PageResponse | null> {
  const [, kind = '', id = ''] = /^\/(pay|portal)\/([^/]+)$/.exec(path) ?? []
  const session = kind === 'pay' ? books.sessions.get(id) : undefined
  const portal = kind === 'portal' ? books.portals.get(id) : undefined
  if (session !== undefined) {
    if (session.status !== 'open') return renderPage('This checkout is over', '<p>It cannot be used again.</p>')
    if (method === 'GET') {
      const days = session.trialDays === null ? 'No trial' : `${session.trialDays} days free`
      return renderPage('Checkout', `<p>${days}</p><form method="post"><button>Confirm</button></form>`)
    }
    await pages.confirm(session)
    return { status: 303, body: '', location: session.successUrl }
  }
  if (portal === undefined) return null
  if (method === 'GET') {
    const back = `<a href="${portal.returnUrl}">Back to the product</a>`
    return renderPage('Billing portal', `<form method="post"><button>Cancel subscription</button></form>${back}`)
  }
  await pages.cancel(portal)
  return { status: 303, body: '', location: path }
}
