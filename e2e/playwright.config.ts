import { execFileSync } from 'node:child_process'
import { defineConfig } from '@playwright/test'

const browser = execFileSync(
  'sh',
  ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'],
  {
    encoding: 'utf8',
  },
).trim()

export default defineConfig({
  testDir: '.',
  testMatch: ['{journeys,security}/*.spec.ts', 'screens/{screens,read-aloud}.spec.ts'],
  outputDir: './results',
  globalSetup: './support/cluster.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Pictures and copies of the page at every step took a third of the time; `npm run e2e -- --trace on` has them again.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
