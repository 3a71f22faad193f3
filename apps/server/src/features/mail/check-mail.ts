import { isEmail } from '@espalier/domain'

import type { Mail } from '../../ports/mail.ts'

/** The mail could harm whoever carries or reads it. Nothing was queued. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

const longest = { subject: 300, body: 500_000 }
// A line break in a header begins another header; the other signs hide text from the reader.
const breaksHeader = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function checkMail({ to, subject, text, html }: Mail): void {
  if (!isEmail(to)) throw new MailRefused('the address is not one')
  if (subject === '' || subject.length > longest.subject || breaksHeader.test(subject) || !isWellFormed(subject)) {
    throw new MailRefused('the subject cannot be a header')
  }
  for (const body of [text, html]) {
    if (body === '' || body.length > longest.body || body.includes('\0') || !isWellFormed(body)) {
      throw new MailRefused('the text cannot be sent')
    }
  }
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
