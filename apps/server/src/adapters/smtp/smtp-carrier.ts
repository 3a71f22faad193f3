import { createTransport } from 'nodemailer'

import type { MailCarrier } from '../../ports/mail.ts'
import { messageOf } from '../../markup/message.ts'

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://... */
  readonly url: string
  /** A name and an address, such as Espalier <mail@example.com>. */
  readonly from: string
  /** How long each step with the server may take. */
  readonly waitMs?: number
}

export function smtpCarrier({ url, from, waitMs = 15_000 }: SmtpOptions): MailCarrier {
  const transport = createTransport({
    url,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    dnsTimeout: waitMs,
    socketTimeout: waitMs,
  })
  return {
    async carry(letter) {
      await transport.sendMail(messageOf(letter, from))
    },
    async close() {
      transport.close()
    },
  }
}
