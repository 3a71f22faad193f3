import { randomUUID } from 'node:crypto'

import type { ClientBase } from 'pg'

import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Letter, Mail, MailCarrier } from '../../ports/mail.ts'
import { checkMail } from './check-mail.ts'

export interface MailerOptions {
  readonly jobs: Jobs
  readonly now?: () => Date
}

export interface Mailer {
  /** Queued when it resolves; inside `tx` it is sent only if that commits. Throws MailRefused. */
  send(mail: Mail, options?: { readonly tx?: ClientBase; readonly key?: string }): Promise<void>
}

export const createMailer = ({ jobs, now = () => new Date() }: MailerOptions): Mailer => ({
  async send({ to, subject, text, html }, options) {
    const letter: Letter = { id: randomUUID(), writtenAt: now().toISOString(), to, subject, text, html }
    checkMail(letter)
    await jobs.add('send-mail', letter, options)
  },
})

export const sendMailRunner =
  (carrier: MailCarrier): JobRunners['send-mail'] =>
  (letter) =>
    carrier.carry(letter)
