import { createTransport } from 'nodemailer'

import { MailUndeliverable, type MailCarrier } from '../../ports/mail.ts'
import { buildMailMessage } from '../../markup/message.ts'

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://... */
  readonly url: string
  /** A name and an address, such as Espalier <mail@example.com>. */
  readonly from: string
  /** How long each step with the server may take. */
  readonly waitMs?: number
}

export function createSmtpCarrier({ url, from, waitMs = 15_000 }: SmtpOptions): MailCarrier {
  const transport = createTransport({
    url,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    dnsTimeout: waitMs,
    socketTimeout: waitMs,
  })
  return {
    async deliver(letter) {
      try {
        await transport.sendMail(buildMailMessage(letter, from))
      } catch (error) {
        if (isPermanentRefusal(error)) throw new MailUndeliverable((error as Error).message, { cause: error })
        throw error
      }
    },
    async close() {
      transport.close()
    },
  }
}

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
}

/** A 5xx to the envelope or to the text. One to our own login is the operator's to fix, and may be fixed by the next try. */
const isPermanentRefusal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
