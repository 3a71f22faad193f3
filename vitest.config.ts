import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seededProperties } from './tools/properties/vitest-plugin.ts'

// Vite would hand our code the ES module of graphql while its companions load the CommonJS one: two sets of classes.
const graphql = createRequire(import.meta.url).resolve('graphql')

const longestFirst = ['operation', 'simulation', 'services', 'web', 'rules']
const rank = ({ project }: TestSpecification): number => longestFirst.indexOf(project.name)

/** Project by project: a process is shared only with the next file of its project, and a long file must not be the last. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: ByProject },
    projects: [
      {
        plugins: [seededProperties],
        test: {
          name: 'rules',
          include: [
            'packages/{domain,schema,layout,canvas,sync,interchange}/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // What keeps nothing between calls can be tested in one process; a third of the time was starting others.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        plugins: [seededProperties],
        resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
        test: {
          name: 'services',
          include: [
            'packages/postgres/src/**/*.test.ts',
            'apps/{identity,server}/src/**/*.test.ts',
            'simulate/storage/**/*.test.ts',
          ],
          globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
          // Each server is composed anew; half of the time was loading it.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // What is awaited comes when it comes: one second is a race on a busy machine.
          expect: { poll: { timeout: 45_000 } },
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
          globalSetup: ['e2e/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
      { extends: './apps/web/vitest.config.ts', plugins: [seededProperties] },
    ],
  },
})
