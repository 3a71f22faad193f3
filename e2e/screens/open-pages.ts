import type { BrowserContext, Page } from '@playwright/test'
import { type Appearance, applyAppearance } from './appearances.ts'

/** The pages that a scene opened, and the uncaught errors on them. */
export interface OpenPages {
  /** The appearance of the pages opened from now on. */
  appearance: Appearance
  /** The language of the pages opened from now on, as in `?lang=`. Null: English. */
  language: string | null
  open(context: BrowserContext): Promise<Page>
  /** Closes all pages and returns the faults. */
  close(): Promise<readonly string[]>
}

export function openPages(): OpenPages {
  const pages: Page[] = []
  const faults: string[] = []
  return {
    appearance: { width: 1280, colors: 'light' },
    language: null,
    async open(context) {
      const page = await context.newPage()
      await applyAppearance(page, this.appearance)
      await forgetMaps(page)
      if (this.language !== null) await setLanguage(page, this.language)
      pages.push(page)
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text())
      })
      return page
    },
    async close() {
      await Promise.all(pages.splice(0).map((page) => page.close()))
      return faults.splice(0)
    },
  }
}

/**
 * A browser remembers how a person looks at each map: where they left it, what they folded. Scenes share Ann's browser
 * and her example, and run in any order: each begins with the whole map.
 */
const forgetMaps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (!globalThis.location.protocol.startsWith('http')) return
    if (globalThis.sessionStorage.getItem('hasForgottenMaps') !== null) return
    globalThis.sessionStorage.setItem('hasForgottenMaps', 'yes')
    for (const key of Object.keys(globalThis.localStorage)) {
      if (/^(visibility|metrics|folds|position|hand|map-theme):/.test(key)) globalThis.localStorage.removeItem(key)
    }
  })

/** A tab remembers the language of `?lang=` in its session storage, which a blank page does not have. */
const setLanguage = (page: Page, language: string): Promise<unknown> =>
  page.addInitScript((chosen) => {
    if (globalThis.location.protocol.startsWith('http')) globalThis.sessionStorage.setItem('lang', chosen)
  }, language)
