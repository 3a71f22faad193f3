import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

// Vite would hand our code the ES module of graphql while its companions load the CommonJS one: two sets of classes.
const graphql = createRequire(import.meta.url).resolve('graphql')

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'packages/{domain,contract,layout,canvas,replica,interchange}/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // Rules keep nothing between calls, so that their tests can share a process; a third of the time was starting them.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
        test: {
          name: 'services',
          include: [
            'packages/postgres/src/**/*.test.ts',
            'apps/{identity,server}/src/**/*.test.ts',
            'simulate/storage/**/*.test.ts',
          ],
          globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
        test: { name: 'simulation', include: ['simulate/*.test.ts'] },
      },
      {
        test: {
          name: 'operation',
          include: ['e2e/{operation,security}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
})
