import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import type { Extent } from './survey.ts'

/** `npm run screens`: every state in every look, with a picture of each. */
export default defineConfig<{ extent: Extent }>({
  ...journeys,
  testDir: '.',
  testMatch: ['screens.spec.ts', 'rarely-seen.spec.ts'],
  outputDir: '../results/screens',
  globalSetup: ['../support/cluster.ts', './contact-sheet.ts'],
  timeout: 240_000,
  use: { ...journeys.use, extent: 'whole', trace: 'off' },
})
