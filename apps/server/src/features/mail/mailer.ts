import { randomUUID } from 'node:crypto'

import type { ClientBase } from 'pg'

import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Letter, Mail, MailCarrier } from '../../ports/mail.ts'
import { checkMail } from './check-mail.ts'
import type { Refusals } from './refusals.ts'

export interface MailerOptions {
  readonly jobs: Jobs
  readonly now?: () => Date
}

export interface Mailer {
  /** Queued when it resolves; inside `tx` it is sent only if that commits. Throws MailRefused. */
  send(mail: Mail, options?: { readonly tx?: ClientBase; readonly key?: string }): Promise<void>
}

export const createMailer = ({ jobs, now = () => new Date() }: MailerOptions): Mailer => ({
  async send({ to, subject, text, html, unsubscribeUrl }, options) {
    const mail = { to, subject, text, html, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) }
    const letter: Letter = { id: randomUUID(), writtenAt: now().toISOString(), ...mail }
    checkMail(letter)
    await jobs.add('send-mail', letter, options)
  },
})

/** What can be ended is not sent to who has ended it, though it was queued before. */
export const sendMailRunner =
  (carrier: MailCarrier, refusals: Pick<Refusals, 'has'> | null = null): JobRunners['send-mail'] =>
  async (letter) => {
    if (refusals !== null && letter.unsubscribeUrl !== undefined && (await refusals.has(letter.to))) return
    await carrier.carry(letter)
  }
