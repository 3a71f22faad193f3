import { isEmail } from '@espalier/domain'

import type { Mail } from '../../ports/mail.ts'

/** The mail could harm whoever carries or reads it. Nothing was queued. */
export class InvalidMailError extends Error {
  override readonly name = 'MailRefused'
}

const maxLengths = { subject: 300, body: 500_000 }
// A line break in a header begins another header; the other signs hide text from the reader.
const breaksHeader = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function checkMail({ to, subject, text, html }: Mail): void {
  if (!isEmail(to)) throw new InvalidMailError('the address is not one')
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
