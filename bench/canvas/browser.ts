import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']
const missing = "there is no Chromium: install it with the system's package manager"
const builtPage = new URL('../../apps/web/dist/index.html', import.meta.url)

export const viewport = { width: 1280, height: 800 }

function findBrowser(): string | null {
  const look = names.map((name) => `command -v ${name}`).join(' || ')
  return spawnSync('sh', ['-c', look], { encoding: 'utf8' }).stdout.trim() || null
}

export function browserVersion(): string {
  const path = findBrowser()
  if (path === null) return 'not there'
  return (
    /\d[\d.]*/.exec(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )?.[0] ?? 'unknown'
  )
}

/** Asked before anything is started: the product's own page, and a browser to show it. */
export function requireBrowser(): void {
  if (findBrowser() === null) throw new Error(missing)
  try {
    readFileSync(builtPage)
  } catch {
    throw new Error('the page is not built: run `npm run build`, or the bench by `npm run bench`')
  }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's own browser, and how it is started. */
export function systemBrowser() {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(missing)
  return { executablePath, headless: true, args }
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(systemBrowser())
