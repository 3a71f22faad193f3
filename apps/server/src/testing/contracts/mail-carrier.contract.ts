import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Letter, MailCarrier } from '../../ports/mail.ts'

/** A delivered mail, parsed from the sent bytes. */
export interface ArrivedMail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: string
  readonly headers: readonly { readonly key: string; readonly value: string }[]
}

export interface CarrierUnderTest {
  readonly carrier: MailCarrier
  arrived(count: number): Promise<readonly ArrivedMail[]>
  end(): Promise<void>
}

const createSampleLetter = (more: Partial<Letter> = {}): Letter => ({
  id: randomUUID(),
  writtenAt: '2026-03-04T05:06:07.089Z',
  to: 'ada@example.com',
  subject: 'Grüße aus dem Garten 🌳',
  text: `First line\n.\n${'long '.repeat(400)}\nžluťoučký kůň`,
  html: '<p>Grüße &amp; <b>more</b></p>',
  ...more,
})

export function mailCarrierContract(open: (from: string) => Promise<CarrierUnderTest>): void {
  const from = 'Espalier <mail@espalier.example>'
  const carried = async (letters: readonly Letter[]) => {
    const { carrier, arrived, end } = await open(from)
    try {
      for (const letter of letters) await carrier.deliver(letter)
      return await arrived(letters.length)
    } finally {
      await carrier.close()
      await end()
    }
  }

  describe('Mail carrier', () => {
    it('delivers both texts, the subject and the addresses completely', async () => {
      const letter = createSampleLetter()
      const [mail] = await carried([letter])
      expect(mail).toMatchObject({ from: 'mail@espalier.example', to: letter.to, subject: letter.subject })
      expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(letter.text)
      expect(mail?.html.trim()).toBe(letter.html)
    })

    it('keeps the time and the id of the mail, so that a duplicate can be recognized', async () => {
      const letter = createSampleLetter()
      const [mail] = await carried([letter])
      expect(mail?.messageId).toBe(`<${letter.id}@espalier.example>`)
      expect(new Date(mail?.date ?? '').toISOString()).toBe('2026-03-04T05:06:07.000Z')
    })

    it('marks the mail as automatic', async () => {
      const [mail] = await carried([createSampleLetter()])
      expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    })

    it('writes a subject with line breaks as one header', async () => {
      const [mail] = await carried([createSampleLetter({ subject: 'Hello\r\nBcc: eve@example.com' })])
      expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    })

    it('delivers several mails in order', async () => {
      const letters = ['one', 'two', 'three'].map((subject) => createSampleLetter({ subject }))
      const mails = await carried(letters)
      expect(mails.map(({ subject }) => subject).sort()).toEqual(['one', 'three', 'two'])
    })
  })
}
