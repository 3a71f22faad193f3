import type { Mail } from '../../ports/mail.ts'
import { webhookMailTexts as texts } from '../../texts/webhooks.ts'
import { formatGreeting, renderMailBody, toOneLine } from './mail-body.ts'

interface WebhookOffMailFields {
  readonly to: string
  readonly firstname: string | null
  readonly productName: string
  readonly reason: 'failed' | 'gone'
  /** The receiver. Its path may contain a secret, so it is left out. */
  readonly host: string
  /** The title of the project. */
  readonly title: string
  /** The project's page. */
  readonly url: string
}

export function webhookOffMail({
  to,
  firstname,
  productName,
  reason,
  host,
  url,
  ...fields
}: WebhookOffMailFields): Mail {
  const title = toOneLine(fields.title)
  return {
    to,
    subject: toOneLine(texts.subject(title)),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        { kind: 'paragraph', text: texts[reason](host, title) },
        { kind: 'paragraph', text: texts.nextStep },
        { kind: 'button', label: texts.open, url },
      ],
      reason: texts.reason(productName),
    }),
  }
}
