import { spawnSync } from 'node:child_process'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Returns the system's own browser; null when there is none. */
export function findBrowser(): string | null {
  const command = names.map((name) => `command -v ${name}`).join(' || ')
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout.trim() || null
}

/** Starts it without prompts, on machines without a display. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
