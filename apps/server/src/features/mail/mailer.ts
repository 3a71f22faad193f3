import { randomUUID } from 'node:crypto'
import { isEmail, minuteMs, secondMs } from '@espalier/domain'
import type { ClientBase } from 'pg'
import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { type Letter, type Mail, type MailCarrier, MailUndeliverable } from '../../ports/mail.ts'
import type { Unsubscribes } from './unsubscribe-routes.ts'

interface MailerOptions {
  readonly jobs: Jobs
  readonly now?: () => Date
}

export interface Mailer {
  /** Queued when it resolves; inside `tx` it is sent only if that commits. Throws InvalidMailError. */
  send(mail: Mail, options?: { readonly tx?: ClientBase; readonly key?: string }): Promise<void>
}

export const createMailer = ({ jobs, now = () => new Date() }: MailerOptions): Mailer => ({
  async send({ to, subject, text, html, unsubscribeUrl, threadId }, options) {
    const more = {
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      ...(threadId !== undefined && { threadId }),
    }
    const mail = { to, subject, text, html, ...more }
    const letter: Letter = { id: randomUUID(), writtenAt: now().toISOString(), ...mail }
    checkMail(letter)
    await jobs.add('send-mail', letter, options)
  },
})

interface MailRunnerOptions {
  readonly carrier: MailCarrier
  readonly jobs: Jobs
  readonly log: Log
  /** Null means that nobody can unsubscribe. */
  readonly unsubscribes?: Pick<Unsubscribes, 'has'> | null
  readonly now?: () => Date
}

/**
 * The delay after each failed attempt: five attempts over more than three hours cover a short outage of the mail
 * server.
 */
const retryAfterMs = [10 * secondMs, 2 * minuteMs, 20 * minuteMs, 180 * minuteMs]

/** Checks again before sending whether the recipient has unsubscribed since the mail was queued. */
export const sendMailJobRunner = (options: MailRunnerOptions): JobRunners['send-mail'] => {
  const { carrier, unsubscribes: refusals = null } = options
  return async (letter) => {
    if (refusals !== null && letter.unsubscribeUrl !== undefined && (await refusals.has(letter.to))) return
    try {
      await carrier.deliver(letter)
    } catch (error) {
      await retryLater(letter, error, options)
    }
  }
}

async function retryLater(letter: Letter, error: unknown, { jobs, log, now = () => new Date() }: MailRunnerOptions) {
  const failures = (letter.failures ?? 0) + 1
  const line = { mail: letter.id, attempt: failures, of: retryAfterMs.length + 1, error: redactAddresses(error) }
  if (error instanceof MailUndeliverable) return log.warn(line, 'a mail was refused for good; it is not tried again')
  const waitMs = retryAfterMs[failures - 1]
  if (waitMs === undefined) return log.error(line, 'a mail was given up')
  await jobs.add('send-mail', { ...letter, failures }, { runAt: new Date(now().getTime() + waitMs) })
  log.warn(line, 'a mail could not be sent; it will be retried')
}

/** Mail servers repeat the address in their messages, which must not reach the log. */
const redactAddresses = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[^\s<>]+@[^\s<>]+/g, '(address)')

/** The mail could harm a mail server or the reader. Nothing was queued. */
export class InvalidMailError extends Error {
  override readonly name = 'InvalidMailError'
}

const maxLengths = { subject: 300, body: 500_000 }
// A line break in a header starts another header; the other characters hide text from the reader.
const breaksHeader = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function checkMail({ to, subject, text, html }: Mail): void {
  if (!isEmail(to)) throw new InvalidMailError('the address is invalid')
  if (subject === '' || subject.length > maxLengths.subject || breaksHeader.test(subject) || !isWellFormed(subject)) {
    throw new InvalidMailError('the subject cannot be a header')
  }
  for (const body of [text, html]) {
    if (body === '' || body.length > maxLengths.body || body.includes('\0') || !isWellFormed(body)) {
      throw new InvalidMailError('the text cannot be sent')
    }
  }
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
