import { execFileSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

export const viewport = { width: 1280, height: 800 }

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
  const found = execFileSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' })
  return { executablePath: found.trim(), headless: true, args }
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(systemBrowser())
