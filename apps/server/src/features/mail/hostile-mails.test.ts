import { hostilePayloads } from '@espalier/domain/testing'
import { describe, expect, it } from 'vitest'
import type { Mail } from '../../ports/mail.ts'
import { accountNoticeMail, codeMail } from './mail-templates.ts'
import { checkMail } from './mailer.ts'
import { notificationsMail } from './notification-mails.ts'
import { accessRequestMail, projectInvitationMail, projectSharedMail } from './project-mails.ts'
import { webhookOffMail } from './webhook-mails.ts'

const to = 'ada@example.com'
const productName = 'Espalier'
const url = 'https://espalier.example/tree/1'
const unsubscribeUrl = 'https://espalier.example/unsubscribe?t=x'
const item = (text: string) => ({ text, project: text, url, nodeId: 'node' })

/** Every mail with words that somebody else wrote, with those words in every place that they can reach. */
const mails: Readonly<Record<string, (words: string) => Mail>> = {
  'one notification': (words) =>
    notificationsMail({ to, firstname: words, productName, items: [item(words)], more: 0, url, unsubscribeUrl }),
  'a digest': (words) =>
    notificationsMail({
      to,
      firstname: words,
      productName,
      items: [item(words), item(words)],
      more: 3,
      url,
      unsubscribeUrl,
    }),
  'a shared project': (words) =>
    projectSharedMail({ to, firstname: words, productName, sharedBy: words, title: words, message: words, url }),
  'an invitation': (words) =>
    projectInvitationMail({ to, productName, invitedBy: words, title: words, message: words, url, unsubscribeUrl }),
  'a request for access': (words) =>
    accessRequestMail({ to, firstname: words, productName, askedBy: words, title: words, url, unsubscribeUrl }),
  'a webhook that is off': (words) =>
    webhookOffMail({ to, firstname: words, productName, reason: 'gone', host: words, title: words, url }),
  'a code': (words) =>
    codeMail({ to, firstname: words, productName, purpose: 'recovery', code: '482913', minutes: 15 }),
  'a changed account': (words) =>
    accountNoticeMail({ to, firstname: words, productName, change: { kind: 'linked', provider: 'Google' } }),
}

/** The tags of a mail with all their attributes, without the text between them. */
const readTags = (html: string): readonly string[] => html.match(/<[^>]*>/g) ?? []

const isNoParagraph = (tag: string): boolean => !/^<\/?p\b/.test(tag)

describe.each(Object.entries(mails))('Hostile words in %s', (_, write) => {
  it('add no element, attribute or address, and break no header', () => {
    const expected = readTags(write('Harmless').html)
    expect(expected.length).toBeGreaterThan(10)
    for (const payload of hostilePayloads) {
      const words = payload.replaceAll('\0', '')
      const mail = write(words)
      checkMail(mail)
      const tags = readTags(mail.html)
      expect(
        tags.filter((tag) => !expected.includes(tag)),
        words,
      ).toEqual([])
      // Only the number of paragraphs may differ: a message may have several lines.
      expect(tags.filter(isNoParagraph), words).toEqual(expected.filter(isNoParagraph))
    }
  })
})
