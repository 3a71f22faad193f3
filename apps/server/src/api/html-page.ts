import { readFile } from 'node:fs/promises'
import { escapeHtml } from '@espalier/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Text that is already HTML. Only `html` creates it, so that nothing else reaches a page unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | readonly Html[]

// Templates may quote an attribute with either sign.
const escapeHtmlValue = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

function toHtmlText(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtmlValue(String(value))
  return value.map((part) => part.text).join('')
}

/** Escapes every value that is not Html. Attributes must be quoted in the template. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(strings.map((part, index) => (index === 0 ? '' : toHtmlText(values[index - 1] ?? '')) + part).join(''))

export interface ServerPage {
  readonly title: string
  readonly productName: string
  /** The URL of this page's stylesheet, because a page may not contain inline styles. */
  readonly stylesheet: string
  readonly body: Html
}

const renderServerPage = ({ title, productName, stylesheet, body }: ServerPage): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - ${productName}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `

export const sendPage = (reply: FastifyReply, status: number, page: ServerPage): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(renderServerPage(page).text)

export async function serveStylesheet(app: FastifyInstance, path: string): Promise<void> {
  const css = await readFile(new URL('page.css', import.meta.url), 'utf8')
  app.get(path, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
  )
}
