import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const ours = fileURLToPath(new URL('fast-check.ts', import.meta.url))

/** Gives every test our fast-check. */
export const seededProperties: Plugin = {
  name: 'seeded-properties',
  enforce: 'pre',
  resolveId: (name, importer) => (name === 'fast-check' && importer !== ours ? ours : undefined),
}
