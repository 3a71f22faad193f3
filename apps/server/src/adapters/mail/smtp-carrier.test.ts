import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startSmtpServer } from '@espalier/stand-ins/smtp-server.ts'
import { describe, expect, it } from 'vitest'
import { MailUndeliverable } from '../../ports/mail.ts'
import { mailCarrierContract } from '../../testing/contracts/mail-carrier.contract.ts'
import { createSmtpCarrier } from './mail-carriers.ts'

const letter = {
  id: '3b8f2f1e-58a1-4c9e-9d2c-0f4d6a7b8c9d',
  writtenAt: '2026-01-01T00:00:00.000Z',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}
const from = 'mail@espalier.example'

mailCarrierContract(async (from) => {
  const receiver = await startSmtpServer()
  return {
    carrier: createSmtpCarrier({ url: receiver.url, from }),
    async arrived(count) {
      const all = await receiver.received.atLeast(count)
      return all.map(({ from, to, mail }) => ({
        messageId: mail.messageId ?? '',
        from,
        to: to.join(),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        date: mail.date ?? '',
        headers: mail.headers,
      }))
    },
    end: receiver.stop,
  }
})

describe('SMTP mail', () => {
  it('throws if no server listens', async () => {
    const receiver = await startSmtpServer()
    await receiver.stop()
    await expect(createSmtpCarrier({ url: receiver.url, from }).deliver(letter)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('throws the message of the server if it refuses the mail', async () => {
    const receiver = await startSmtpServer({ refusing: 'no such user' })
    const carrying = createSmtpCarrier({ url: receiver.url, from }).deliver(letter)
    await expect(carrying).rejects.toThrow(/no such user/)
    await expect(carrying).rejects.toThrow(MailUndeliverable)
    await receiver.stop()
  })

  it('does not treat a temporary refusal as permanent', async () => {
    const receiver = await startSmtpServer({ refusing: 'mailbox busy', refusalCode: 450 })
    const error: unknown = await createSmtpCarrier({ url: receiver.url, from })
      .deliver(letter)
      .catch((reason: unknown) => reason)
    expect(error).toHaveProperty('message', expect.stringContaining('mailbox busy'))
    expect(error).not.toBeInstanceOf(MailUndeliverable)
    await receiver.stop()
  })

  it('times out when the server says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const carrier = createSmtpCarrier({ url: `smtp://127.0.0.1:${port}`, from, waitMs: 100 })
    await expect(carrier.deliver(letter)).rejects.toThrow(/[Tt]ime|Greeting/)
    silent.close()
  })
})
