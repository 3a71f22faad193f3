import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** `npm run pictures`: the guide's pictures, taken of the product itself. No test. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.spec.ts',
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
  },
})
