import { spawnSync } from 'node:child_process'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The system's own browser; null where there is none. */
export function findBrowser(): string | null {
  const look = names.map((name) => `command -v ${name}`).join(' || ')
  return spawnSync('sh', ['-c', look], { encoding: 'utf8' }).stdout.trim() || null
}

/** How it is started: asking nobody for anything, on machines without a display. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
