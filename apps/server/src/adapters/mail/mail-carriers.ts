import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import {
  type Letter,
  type MailCarrier,
  type MailOutbox,
  MailUndeliverable,
  type StoredLetter,
} from '../../ports/mail.ts'

/** Builds the message for nodemailer, which must not load any files or URLs. */
export const buildMailMessage = (letter: Letter, from: string) => ({
  from,
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  date: new Date(letter.writtenAt),
  // The id is the same for each attempt, so that a receiver can drop a duplicate.
  messageId: `<${letter.id}@${readMailDomain(from)}>`,
  ...buildThread(letter, from),
  // Without it we would receive vacation replies.
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...buildUnsubscribeHeaders(letter),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** All mails of a thread answer a first one that was never sent. */
const buildThread = ({ threadId }: Letter, from: string) => {
  if (threadId === undefined) return {}
  const first = `<${threadId}.thread@${readMailDomain(from)}>`
  return { inReplyTo: first, references: first }
}

const buildUnsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const readMailDomain = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

interface SmtpOptions {
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

/** A 5xx for the envelope or the text is permanent. A 5xx for our login is not, because the operator can fix it. */
const isPermanentRefusal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

interface OutboxCarrierOptions {
  /** DATA_DIR/outbox. It is created if it is missing. */
  readonly folder: string
  readonly from: string
}

/** Stores mails as files, for installations without a mail server. */
export function createOutboxCarrier({ folder, from }: OutboxCarrierOptions): MailCarrier & MailOutbox {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(letter) {
      const { message } = await composer.sendMail(buildMailMessage(letter, from))
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(folder, toLetterFileName(letter), message)
    },
    async close() {
      composer.close()
    },
    async list(limit) {
      const names = await listLetterFiles(folder)
      const newest = names.sort().toReversed().slice(0, limit)
      const letters = await Promise.all(newest.map((name) => readLetterFile(folder, name)))
      return letters.filter((letter) => letter !== null)
    },
    read: async (name) => (isLetterFileName(name) ? readLetterFile(folder, name) : null),
  }
}

/** The same mail always has the same name, so that a second attempt replaces the first. */
const toLetterFileName = ({ writtenAt, id }: Letter): string => `${writtenAt.replaceAll(/[:.-]/g, '')}-${id}.eml`

const isLetterFileName = (name: string): boolean => /^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/.test(name)

async function listLetterFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isLetterFileName)
  } catch (error) {
    if (isFileNotFound(error)) return []
    throw error
  }
}

async function writeFileAtomically(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.draft-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function readLetterFile(folder: string, name: string): Promise<StoredLetter | null> {
  let content: Buffer
  try {
    content = await readFile(join(folder, name))
  } catch (error) {
    if (isFileNotFound(error)) return null
    throw error
  }
  // Loaded with the first mail that somebody reads, because most servers send theirs.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(content)
  return {
    name,
    from: mail.from?.address ?? '',
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}

const isFileNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
