import { execFileSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

export const viewport = { width: 1280, height: 800 }

export function launchBrowser(): Promise<Browser> {
  const found = execFileSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' })
  return chromium.launch({
    executablePath: found.trim(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
