import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailCarrierContract } from '../../testing/contracts/mail-carrier.contract.ts'
import { createOutboxCarrier } from './mail-carriers.ts'

let base: string
let folder: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'espalier outbox-'))
  folder = join(base, 'outbox')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const letter = (minute: number, subject: string) => ({
  id: `00000000-0000-4000-8000-00000000000${minute}`,
  writtenAt: `2026-01-01T00:0${minute}:00.000Z`,
  to: 'ada@example.com',
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
})
const from = 'mail@espalier.example'

mailCarrierContract(async (from) => ({
  carrier: createOutboxCarrier({ folder, from }),
  async arrived() {
    const files = await readdir(folder)
    return Promise.all(
      files.map(async (file) => {
        const mail = await PostalMime.parse(await readFile(join(folder, file)))
        return {
          messageId: mail.messageId ?? '',
          from: mail.from?.address ?? '',
          to: mail.to?.map(({ address }) => address).join() ?? '',
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
          date: mail.date ?? '',
          headers: mail.headers,
        }
      }),
    )
  },
  end: async () => {},
}))

describe('Mail outbox', () => {
  it('lists the newest mails first up to the requested number and is empty at first', async () => {
    const outbox = createOutboxCarrier({ folder, from })
    expect(await outbox.list(10)).toEqual([])
    for (const minute of [2, 3, 1]) await outbox.deliver(letter(minute, `mail ${minute}`))
    expect((await outbox.list(2)).map(({ subject }) => subject)).toEqual(['mail 3', 'mail 2'])
  })

  it('leaves one file when the same mail is delivered twice', async () => {
    const outbox = createOutboxCarrier({ folder, from })
    await outbox.deliver(letter(1, 'once'))
    await outbox.deliver(letter(1, 'once'))
    expect(await readdir(folder)).toEqual(['20260101T000100000Z-00000000-0000-4000-8000-000000000001.eml'])
  })

  it('the mail outbox is readable by its owner only and reads nothing but its own mails', async () => {
    const outbox = createOutboxCarrier({ folder, from })
    await outbox.deliver(letter(1, 'mine'))
    await writeFile(join(base, 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
    await writeFile(join(folder, '.draft-x'), 'half')
    const [name = ''] = (await outbox.list(10)).map(({ name }) => name)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await outbox.list(10)).toHaveLength(1)
    expect(await outbox.read(name)).toMatchObject({ subject: 'mine', to: 'ada@example.com' })
    for (const other of ['../secret.eml', '.draft-x', '..', '', `${name}/../../secret.eml`]) {
      expect(await outbox.read(other)).toBeNull()
    }
  })

  it('throws if the folder cannot be created', async () => {
    await writeFile(join(base, 'file'), '')
    const outbox = createOutboxCarrier({ folder: join(base, 'file', 'outbox'), from })
    await expect(outbox.deliver(letter(1, 'nowhere'))).rejects.toThrow(/ENOTDIR/)
  })
})
