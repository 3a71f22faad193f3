import { limits } from '../core/limits.ts'
import { accept, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'
import { formatQuantity } from '../core/units.ts'
import { isEmail, normalizeEmail } from './profile.ts'

export interface TypedEmails {
  /** The completed addresses in lower case, each once. */
  readonly tags: readonly string[]
  /** The rest, which is still being typed. */
  readonly rest: string
}

// Pasted lists also come with line breaks and tabs, which count as spaces.
const delimiter = /[\s,]+/u

const uniqueEmails = (values: readonly string[]): string[] =>
  [...new Set(values.map(normalizeEmail))].filter((one) => one !== '')

/** A space or a comma completes an address. */
export function splitTypedEmails(typed: string): TypedEmails {
  const parts = typed.split(delimiter)
  return { tags: uniqueEmails(parts.slice(0, -1)), rest: parts.at(-1) ?? '' }
}

/** Parses the whole text as a list. */
export const parseEmailList = (text: string): string[] => uniqueEmails(text.split(delimiter))

export const inviteTexts = defineTexts('domain.invite', {
  'no-emails': 'Please enter at least one email address',
  'too-many-emails': `Too many email addresses - maximum is ${limits.invitesPerSend}`,
  'invalid-email': (email: string) => `Invalid email ${email}`,
  'none-left': `You have used all of your ${limits.invitesPerLifetime} invites`,
  'few-left': (left: number) => `You have ${formatQuantity(left, 'invite')} left: enter fewer email addresses`,
  sent: 'Invites sent',
  recorded: "Invites recorded, not sent: email isn't set up on this server",
})

/** Beta invites need at least one address and at most five, all valid. */
export function checkInvites(
  emails: readonly string[],
): Result<readonly string[], 'no-emails' | 'too-many-emails'> | InvalidInvite {
  const addresses = uniqueEmails(emails)
  const invalid = addresses.find((email) => !isEmail(email))
  if (invalid !== undefined) return { ok: false, reason: 'invalid-email', email: invalid }
  if (addresses.length === 0) return { ok: false, reason: 'no-emails' }
  if (addresses.length > limits.invitesPerSend) return { ok: false, reason: 'too-many-emails' }
  return accept(addresses)
}

interface InvalidInvite {
  readonly ok: false
  readonly reason: 'invalid-email'
  readonly email: string
}
