import type { Books, KeptPortal, KeptSession } from './books.ts'

/** The service's own pages, where people are sent to. */
export interface PeoplePages {
  confirm(session: KeptSession): Promise<void>
  cancel(portal: KeptPortal): Promise<void>
}

export interface PageAnswer {
  readonly status: number
  readonly body: string
  readonly location?: string
}

const page = (title: string, body: string): PageAnswer => ({
  status: 200,
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
})

export async function answerPage(
  method: string,
  path: string,
  books: Books,
  pages: PeoplePages,
): Promise<PageAnswer | null> {
  const [, kind = '', id = ''] = /^\/(pay|portal)\/([^/]+)$/.exec(path) ?? []
  const session = kind === 'pay' ? books.sessions.get(id) : undefined
  const portal = kind === 'portal' ? books.portals.get(id) : undefined
  if (session !== undefined) {
    if (session.status !== 'open') return page('This checkout is over', '<p>It cannot be used again.</p>')
    if (method === 'GET') {
      const days = session.trialDays === null ? 'No trial' : `${session.trialDays} days free`
      return page('Checkout', `<p>${days}</p><form method="post"><button>Confirm</button></form>`)
    }
    await pages.confirm(session)
    return { status: 303, body: '', location: session.successUrl }
  }
  if (portal === undefined) return null
  if (method === 'GET') {
    const back = `<a href="${portal.returnUrl}">Back to the product</a>`
    return page('Billing portal', `<form method="post"><button>Cancel subscription</button></form>${back}`)
  }
  await pages.cancel(portal)
  return { status: 303, body: '', location: path }
}
