import type { Letter } from '../ports/mail.ts'

/** The letter as nodemailer wants it. It may fetch nothing: neither files nor addresses. */
export const buildMailMessage = (letter: Letter, from: string) => ({
  from,
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  date: new Date(letter.writtenAt),
  // The same for each try, so that a receiver can drop a second copy.
  messageId: `<${letter.id}@${readMailDomain(from)}>`,
  // Without it, holiday notices would be answered to us.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...buildUnsubscribeHeaders(letter) },
  disableFileAccess: true,
  disableUrlAccess: true,
})

const buildUnsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const readMailDomain = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
