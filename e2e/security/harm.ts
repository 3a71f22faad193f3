import { expect, type Locator, type Page } from '@playwright/test'

/** Finds everything in the document that could run or load something foreign. */
export const harmIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const runs = /^\s*(?:javascript|data:text|vbscript)|evil\.example/i
    const loads = /^(?:href|src|srcset|action|formaction|data|poster|style|xlink:href)$/
    const isHarmful = ({ name, value }: Attr) => name.startsWith('on') || (loads.test(name) && runs.test(value))
    const strange = 'body :is(iframe, object, embed, base, meta, math, video, audio, script:not([src]))'
    return [
      ...Array.from(document.querySelectorAll(strange), ({ localName }) => localName),
      ...Array.from(document.querySelectorAll('body *'))
        .filter((element) => [...element.attributes].some(isHarmful))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ]
  })

/** Records what runs on a page: a call, a dialog, or a foreign request. */
export async function listenOn(page: Page): Promise<readonly string[]> {
  const ran: string[] = []
  await page.exposeFunction('xss', () => void ran.push(`ran on ${page.url()}`))
  page.on('dialog', (dialog) => {
    ran.push(`${dialog.type()} on ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil\.example/.test(new URL(request.url()).hostname)) ran.push(`asked for ${request.url()}`)
  })
  return ran
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Returns those of the words that an element does not contain as text. White space counts as one space. */
async function findMissingWords(place: Locator, words: readonly string[]): Promise<readonly string[]> {
  const text = onOneLine((await place.allTextContents()).join(' '))
  return words.filter((one) => !text.includes(onOneLine(one)))
}

/** Waits until an element contains all these words as text, and checks that none of them became harmful markup. */
export async function expectPlainText(place: Locator, words: readonly string[]): Promise<void> {
  // An empty list would be found on an empty page.
  expect(words.length).toBeGreaterThan(0)
  await expect.poll(() => findMissingWords(place, words)).toEqual([])
  expect(await harmIn(place.page())).toEqual([])
}

/** Loads page after page of a list until it contains these words. */
export async function expectInPages(list: Locator, words: readonly string[]): Promise<void> {
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const more = list.page().getByRole('button', { name: 'Show more' })
  await expect(async () => {
    // The button goes away while it is pressed if the page has loaded the rest by itself.
    if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined)
    expect(await findMissingWords(list, words)).toEqual([])
  }).toPass({ intervals: [50] })
  await expectPlainText(list, words)
}

/** Checks names in fields, whose values are not part of the page's text. */
export async function expectValues(place: Locator, names: readonly string[]): Promise<void> {
  const readValues = () =>
    place.getByRole('textbox').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await expect.poll(readValues).toEqual(expect.arrayContaining([...names]))
  expect(await harmIn(place.page())).toEqual([])
}
