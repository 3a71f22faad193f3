import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import type { Stop } from './scene.ts'

/** Texts that are the same in every language, or that the page shows as somebody else wrote them. */
const foreignTexts: readonly { readonly text: RegExp; readonly reason: string }[] = [
  { text: /^Espalier$/, reason: 'The name of the product is the same in every language.' },
  { text: /^(?:https?:\/\/)?[\w.+-]+[@:/.][\w.:/-]+$/, reason: 'Addresses are the same in every language.' },
  {
    text: /^(?:(?:Ctrl|Cmd|Shift|Alt|Option|[⌘⇧⌥⌃])\+?)*(?:F\d+|[A-Z\d?=.-]|Tab|Enter|Esc|Space|Delete|arrows?)$/,
    reason: 'Keys are named as on the keyboard.',
  },
  {
    text: /^The e-?mail address or the password is wrong|^The password must be at least|a code (?:has been sent )?to it|^The code is wrong, used or expired|^You are (?:back in|logged in again)/,
    reason: 'The identity service sends its messages in English, with the numbers of the Kratos protocol.',
  },
  {
    text: /does not accept the API key|^No issue tracker is connected to your account/,
    reason: 'The server sends what went wrong with an issue tracker in English.',
  },
  { text: /^The AI service /, reason: 'The server sends what went wrong with the AI service in English.' },
  {
    text: /^Start (?:your )?free trial$|^Use all of Espalier for|^One trial per account|^Your trial is running|^It ends on|^Go to your projects/,
    reason: 'The server writes the pages for billing itself, in English.',
  },
]

/** Checks, in the pseudo-locale, that every text comes from the catalogue and that it fits. */
export function createTextCheck(scene: string): Stop {
  return async (page, name) => {
    const state = `${scene}--${name}`
    expect.soft(await findUntranslatedTexts(page), `${state}: texts outside the catalogue`).toEqual([])
    expect.soft(await findOverflow(page), `${state}: texts that do not fit at 320 px`).toEqual([])
  }
}

/** Returns the texts that are not in the brackets of the pseudo-locale, although they are ours. */
export async function findUntranslatedTexts(page: Page): Promise<string[]> {
  const texts = (await readShownTexts(page)).filter((text) => !isTranslated(text)).map(({ text }) => text)
  return [...new Set(texts)].filter((text) => !foreignTexts.some((foreign) => foreign.text.test(text)))
}

interface ShownText {
  readonly text: string
  /** The text before it in the same block: a sentence with a link in it has its brackets at both ends. */
  readonly before: string
}

/** Texts that people write, keys of a keyboard and times are not in the catalogue. */
const uncatalogued = '[contenteditable="true"], textarea, kbd, time, script, style, noscript'

/** Returns every text that a person can see or hear. */
const readShownTexts = (page: Page): Promise<ShownText[]> =>
  page.evaluate((leftOut) => {
    const shown: ShownText[] = []
    // The mark of a view or of an item in it is about its name alone: each title in it has a mark of its own.
    const nameOnly = '[data-view], [data-view] :is([role=grid], [role=treegrid], [role=rowheader], [data-node-id])'
    // Our buttons stand in the middle of a person's words, on the map: the nearest mark counts.
    const findMark = (element: Element): Element | null => {
      let marked = element.closest('[translate]')
      while (marked !== null && marked !== element && marked.matches(nameOnly))
        marked = marked.parentElement?.closest('[translate]') ?? null
      return marked
    }
    const isLeftOut = (element: Element): boolean =>
      element.closest(leftOut) !== null || findMark(element)?.getAttribute('translate') === 'no'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const parent = node.parentElement
      if (parent === null || !/\p{L}/u.test(text) || isLeftOut(parent)) continue
      if (!parent.matches('option') && !parent.checkVisibility({ visibilityProperty: true })) continue
      let block = parent
      while (block.parentElement !== null && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement
      const range = document.createRange()
      range.setStart(block, 0)
      range.setEnd(node, 0)
      shown.push({ text: text.trim().replaceAll(/\s+/g, ' '), before: range.toString() })
    }
    const attributes = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']
    for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join(', '))) {
      if (isLeftOut(element) || !element.checkVisibility({ visibilityProperty: true })) continue
      for (const name of attributes) shown.push({ text: element.getAttribute(name) ?? '', before: '' })
    }
    return shown
  }, uncatalogued)

/** Months, weekdays and times of day as the browser writes them. */
const dateWords =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b[ap]m\b/giu

function isTranslated({ text, before }: ShownText): boolean {
  const beforeLength = [...before].length
  let open = 0
  let outside = ''
  for (const [at, character] of [...`${before}\n${text}`].entries()) {
    if (character === '[') open += 1
    else if (character === ']') open = Math.max(0, open - 1)
    else if (open === 0 && at > beforeLength) outside += character
  }
  return !/\p{L}/u.test(outside.replaceAll(dateWords, ''))
}

/** Returns texts that are wider than their element, unless it scrolls or ends with an ellipsis. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const nodes = [...element.childNodes]
      if (!nodes.some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.nodeValue ?? ''))) continue
      // One pixel is a rounding error. Texts that only screen readers read are clipped to one pixel.
      const tooWide = element.scrollWidth - element.clientWidth
      if (
        tooWide <= 1 ||
        element.clientWidth <= 1 ||
        element.closest('[translate]')?.getAttribute('translate') === 'no'
      )
        continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (getComputedStyle(element).textOverflow === 'ellipsis') continue
      let scrolling: Element | null = element
      while (scrolling !== null && !/auto|scroll/.test(getComputedStyle(scrolling).overflowX))
        scrolling = scrolling.parentElement
      if (scrolling === null)
        found.push(`${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 60)}": ${tooWide} px`)
    }
    return found
  })
