import { vi } from 'vitest'
import { type Leftovers, watchLeftovers } from './leftovers.ts'
import { rememberGlobals } from './page-globals.ts'

// All test files of a process share a jsdom window and the libraries, whose loading took longer than most tests. Each
// file gets our own modules anew, and a page like after loading. Vitest evaluates this before every file: what must last
// is on the process.
interface SharedPage {
  readonly leftovers: Leftovers
  readonly restoreGlobals: () => void
}

const shared = process as unknown as { sharedPage?: SharedPage }
const { jsdom } = globalThis as unknown as { jsdom: { cookieJar: { removeAllCookiesSync(): void } } }

if (shared.sharedPage === undefined)
  shared.sharedPage = { leftovers: watchLeftovers(), restoreGlobals: rememberGlobals() }
else clearPage(shared.sharedPage)

function clearPage({ leftovers, restoreGlobals }: SharedPage): void {
  vi.resetModules()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  leftovers.endAll()
  restoreGlobals()
  clearDocument()
  clearStorage()
}

function clearDocument(): void {
  getSelection()?.removeAllRanges()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  history.replaceState(null, '', '/')
}

function clearStorage(): void {
  localStorage.clear()
  sessionStorage.clear()
  jsdom.cookieJar.removeAllCookiesSync()
  performance.clearMarks()
  performance.clearMeasures()
}
