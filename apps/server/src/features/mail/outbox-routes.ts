import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { isLocalCaller } from '../../api/client-address.ts'
import { html, type Html, sendPage, serveStylesheet } from '../../api/html-page.ts'
import type { MailOutbox, StoredLetter } from '../../ports/mail.ts'
import { outboxTexts } from '../../texts/pages.ts'

export interface OutboxRoutesOptions {
  /** Null if there is no outbox to show, as in production and when mails are sent. */
  readonly outbox: MailOutbox | null
  readonly productName: string
}

const maxShownMails = 200

/** Shows the stored mails as text and only on this machine. Their HTML is never sent to a browser as HTML. */
export const outboxRoutes =
  ({ outbox, productName }: OutboxRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (outbox === null || !isLocalCaller(request.raw)) return sendNotFound(reply)
    })
    await serveStylesheet(app, '/dev/outbox.css')

    app.get('/dev/outbox', async (_request, reply) => {
      const body = renderMailList((await outbox?.list(maxShownMails)) ?? [])
      return sendPage(reply, 200, { title: outboxTexts.title, productName, stylesheet: '/dev/outbox.css', body })
    })

    app.get('/dev/outbox.json', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send((await outbox?.list(maxShownMails)) ?? []),
    )

    app.get<{ Params: { name: string }; Querystring: { part?: unknown } }>(
      '/dev/outbox/:name',
      async (request, reply) => {
        const letter = await outbox?.read(request.params.name)
        if (letter == null) return sendNotFound(reply)
        const text = request.query.part === 'html' ? letter.html : formatMailAsText(letter)
        return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
      },
    )
  }

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send(`${outboxTexts.notFound}\n`)

const formatMailAsText = ({ from, to, subject, date, text }: StoredLetter): string =>
  `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date}\n\n${text}`

function renderMailList(letters: readonly StoredLetter[]): Html {
  if (letters.length === 0)
    return html`<h1>${outboxTexts.title}</h1>
      <p>${outboxTexts.empty}</p>`
  const rows = letters.map(
    ({ name, to, subject, date }) =>
      html`<tr>
        <td>${date}</td>
        <td>${to}</td>
        <td><a href="/dev/outbox/${name}">${subject}</a></td>
        <td><a href="/dev/outbox/${name}?part=html">${outboxTexts.source}</a></td>
      </tr>`,
  )
  return html`<h1>${outboxTexts.title}</h1>
    <table>
      <thead>
        <tr>
          <th>${outboxTexts.written}</th>
          <th>${outboxTexts.to}</th>
          <th>${outboxTexts.subject}</th>
          <th>${outboxTexts.html}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
}
