import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import type { Coverage } from './check-state.ts'

/** `npm run screens`: every state in every appearance, with a screenshot of each. */
export default defineConfig<{ coverage: Coverage }>({
  ...journeys,
  testDir: '.',
  projects: [
    { testMatch: ['screens.spec.ts', 'rarely-seen.spec.ts', 'pseudo-locale.spec.ts', 'pseudo-locale-scenes.spec.ts'] },
  ],
  outputDir: '../results/screens',
  globalSetup: ['../support/cluster.ts', './contact-sheet.ts'],
  timeout: 240_000,
  use: { ...journeys.use, coverage: 'full', trace: 'off' },
})
