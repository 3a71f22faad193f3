import { defineConfig } from '@playwright/test'
import { findJourneyBrowser, journeyArgs } from './support/browser.ts'

const executablePath = findJourneyBrowser()
if (executablePath === null) throw new Error("There is no Chromium: install it with the system's package manager.")

export default defineConfig({
  testDir: '.',
  // In this order. Scenes are short and run in any order: at the end no worker waits long for another.
  projects: [
    { name: 'security', testMatch: 'security/*.spec.ts' },
    { name: 'journeys', testMatch: 'journeys/*.spec.ts' },
    { name: 'screens', testMatch: 'screens/{screens,screen-reader,pseudo-locale}.spec.ts' },
  ],
  outputDir: './results',
  globalSetup: './support/cluster.ts',
  // Journeys wait for servers and animations: with two browsers, the two cores were idle for a third of the time.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // Long enough for a machine that is ten times slower for a while: what the product may take is measured in bench/.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // It would store the page in the middle of a journey, and hide lost requests from a test that loses them.
    serviceWorkers: 'block',
    // Screenshots and snapshots at every step took a third of the time; `npm run e2e -- --trace on` restores them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: journeyArgs },
  },
})
