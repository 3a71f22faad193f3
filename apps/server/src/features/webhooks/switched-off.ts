import type { Transaction } from '../../database/database.ts'
import { type Mailer, webhookOffMail } from '../mail/index.ts'
import { readAccountsByUserId } from '../people/index.ts'
import type { WebhookSenderOptions } from './sender.ts'
import type { ClaimedWebhook, OffReason } from './store.ts'

interface SwitchedOffMails {
  readonly mailer: Mailer
  readonly productName: string
  /** The page's URL. */
  webUrl(): string
}

/**
 * Mails the person who added a webhook that it was switched off. A person who can no longer edit the project has lost
 * more than the webhook, and is not told where it went.
 */
export const createSwitchedOffMails =
  ({ mailer, productName, webUrl }: SwitchedOffMails): WebhookSenderOptions['onSwitchedOff'] =>
  async ({ client }: Transaction, { userId, projectId, projectTitle, url }: ClaimedWebhook, reason: OffReason) => {
    if (reason === 'access') return
    const [person] = await readAccountsByUserId(client, [userId])
    if (person === undefined) return
    const mail = webhookOffMail({
      to: person.email,
      firstname: person.firstname,
      productName,
      reason,
      host: new URL(url).host,
      title: projectTitle,
      url: new URL(`/tree/${projectId}`, webUrl()).href,
    })
    await mailer.send(mail, { tx: client })
  }
