import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'

import type { StoredLetter, Letter, MailCarrier, MailOutbox } from '../../ports/mail.ts'
import { buildMailMessage } from '../../markup/message.ts'

export interface OutboxCarrierOptions {
  /** DATA_DIR/outbox. Made where it is missing. */
  readonly folder: string
  readonly from: string
}

/** Keeps mails as files, for who has no mail server. */
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

/** The same letter has the same name: a second try replaces the first. */
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
