import { expect, type Page } from '@playwright/test'
import { mailsTo } from '../support/mailbox.ts'
import { expectPlainText, harmIn, listenOn } from './harm.ts'

/**
 * Waits for mails of these kinds. Then it shows the HTML of every mail as a program without any protection would, and
 * compares it with the text of the mail.
 */
export async function expectHarmlessMails(page: Page, kinds: Readonly<Record<string, RegExp>>): Promise<void> {
  const readMails = () => mailsTo(page.request, '@')
  const findMissingKinds = async () => {
    const mails = await readMails()
    return Object.keys(kinds).filter((kind) => !mails.some(({ subject, text }) => kinds[kind]?.test(subject + text)))
  }
  await expect.poll(findMissingKinds).toEqual([])
  const reader = await page.context().newPage()
  const ran = await listenOn(reader)
  for (const { html, text } of await readMails()) {
    await reader.setContent(html)
    await expectPlainText(
      reader.locator('body'),
      text.split('\n').filter((line) => /<|&#60/u.test(line)),
    )
  }
  expect(ran, 'no mail runs or loads anything').toEqual([])
  // A name that is markup is detected, which shows that the check works.
  await reader.setContent(`<p>Hello <img src=x onerror=xss()></p>`)
  await expect.poll(() => ran.length).toBeGreaterThan(0)
  expect(await harmIn(reader)).toHaveLength(1)
  await reader.close()
}
