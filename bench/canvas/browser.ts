import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { browserArgs, findBrowser } from '../../e2e/support/browser.ts'

const missing = "there is no Chromium: install it with the system's package manager"
const builtPage = new URL('../../apps/web/dist/index.html', import.meta.url)

export const viewport = { width: 1280, height: 800 }

export function browserVersion(): string {
  const path = findBrowser()
  if (path === null) return 'not there'
  return (
    /\d[\d.]*/.exec(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )?.[0] ?? 'unknown'
  )
}

/** Checks before anything is started that the product's page is built and a browser exists. */
export function requireBrowser(): void {
  if (findBrowser() === null) throw new Error(missing)
  try {
    readFileSync(builtPage)
  } catch {
    throw new Error('the page is not built: run `npm run build`, or the bench by `npm run bench`')
  }
}

/** Returns the system's own browser and its launch options. */
export function systemBrowser() {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(missing)
  return { executablePath, headless: true, args: browserArgs }
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(systemBrowser())
