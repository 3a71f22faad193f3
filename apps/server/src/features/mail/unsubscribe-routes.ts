import { createHash } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { html, type Html, sendPage, serveStylesheet } from '../../api/html-page.ts'
import type { Database } from '../../database/database.ts'
import { createSigning } from '../../security/cryptography.ts'
import { unsubscribeTexts } from '../../texts/pages.ts'
import { isUnsubscribed, storeUnsubscribe } from './store.ts'

interface UnsubscribesOptions {
  readonly database: Database
  readonly secrets: readonly string[]
  /** The API's URL. */
  apiUrl(): string
}

/** The people who want no mail except about their own account. */
export interface Unsubscribes {
  /** The link in a mail with which its reader can unsubscribe from all. */
  urlFor(address: string): string
  has(address: string): Promise<boolean>
  /** The address of the token; null if the token is not ours. */
  read(token: string): string | null
  add(address: string): Promise<void>
}

const hashAddress = (address: string): string => createHash('sha256').update(normalizeEmail(address)).digest('hex')

export function createUnsubscribes({ database, secrets, apiUrl }: UnsubscribesOptions): Unsubscribes {
  const signing = createSigning(secrets, 'unsubscribe')
  return {
    urlFor(address) {
      const url = new URL('/unsubscribe', apiUrl())
      url.searchParams.set('t', signing.sign(normalizeEmail(address)))
      return url.href
    },
    read: signing.read,
    has(address) {
      return isUnsubscribed(database.pool, hashAddress(address))
    },
    async add(address) {
      await storeUnsubscribe(database.pool, hashAddress(address))
    },
  }
}

interface UnsubscribeOptions {
  readonly unsubscribes: Pick<Unsubscribes, 'read' | 'add'>
  readonly productName: string
  readWebOrigin(request: FastifyRequest): string
}

/** GET only asks, because mail scanners follow every link; the POST of its button or of a mail program unsubscribes. */
export const unsubscribeRoutes = ({
  unsubscribes: refusals,
  productName,
  readWebOrigin: getWebOrigin,
}: UnsubscribeOptions): FastifyPluginAsync => {
  const page = (title: string, body: Html) => ({ title, productName, stylesheet: '/unsubscribe/page.css', body })
  const framed = (title: string, request: FastifyRequest, body: Html) =>
    page(
      title,
      html`<p class="brand">${productName}</p>
        <h1>${title}</h1>
        ${body}
        <p><a href="${getWebOrigin(request)}">${unsubscribeTexts.open(productName)}</a></p>`,
    )
  const refused = (request: FastifyRequest) =>
    framed(unsubscribeTexts.brokenTitle, request, html`<p>${unsubscribeTexts.broken}</p>`)
  return async (app) => {
    await serveStylesheet(app, '/unsubscribe/page.css')
    app.removeAllContentTypeParsers()
    // Mail programs post in several formats; the URL alone is enough.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, null))
    app.get('/unsubscribe', (request, reply) => {
      const token = readUnsubscribeToken(request)
      const address = refusals.read(token)
      if (address === null) return sendPage(reply, 404, refused(request))
      const body = html`<p>${unsubscribeTexts.question(address)}</p>
        <form method="post" action="/unsubscribe?t=${encodeURIComponent(token)}">
          <button type="submit">${unsubscribeTexts.submit}</button>
        </form>
        <p class="soft">${unsubscribeTexts.accountEmails}</p>`
      return sendPage(reply, 200, framed(unsubscribeTexts.title, request, body))
    })
    app.post('/unsubscribe', { bodyLimit: 10_000 }, async (request, reply) => {
      const address = refusals.read(readUnsubscribeToken(request))
      if (address === null) return sendPage(reply, 404, refused(request))
      await refusals.add(address)
      const body = html`<p>${unsubscribeTexts.done(address)}</p>`
      return sendPage(reply, 200, framed(unsubscribeTexts.doneTitle, request, body))
    })
  }
}

function readUnsubscribeToken({ query }: FastifyRequest): string {
  const token = (query as { readonly t?: unknown }).t
  return typeof token === 'string' ? token : ''
}
