import { readFile } from 'node:fs/promises'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { html, type Html } from './html.ts'

export interface ServerPage {
  readonly title: string
  readonly productName: string
  /** Where this page's stylesheet is served: a page may hold no style of its own. */
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
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(renderServerPage(page).text)

export async function serveStylesheet(app: FastifyInstance, path: string): Promise<void> {
  const css = await readFile(new URL('page.css', import.meta.url), 'utf8')
  app.get(path, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
  )
}
