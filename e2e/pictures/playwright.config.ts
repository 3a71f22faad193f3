import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** `npm run pictures`: takes the guide's pictures of the product itself. It is no test. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  projects: [{ testMatch: '*.spec.ts' }],
  outputDir: '../results/pictures',
  globalSetup: '../support/cluster.ts',
  workers: 1,
  timeout: 120_000,
  use: {
    ...journeys.use,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'off',
    actionTimeout: 15_000,
  },
})
