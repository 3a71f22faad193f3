import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: ['packages/{domain,contract}/src/**/*.test.ts', 'tools/**/*.test.ts'] } },
      {
        test: {
          name: 'services',
          include: ['packages/postgres/src/**/*.test.ts', 'apps/{identity,server}/src/**/*.test.ts'],
          globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'operation',
          include: ['e2e/operation/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
})
