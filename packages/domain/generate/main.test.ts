import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileKernel, kernelFile } from './main.ts'

it('the compiled kernel of the simulation is that of its source (run npm run generate if not)', async () => {
  expect(readFileSync(kernelFile, 'utf8')).toBe(await compileKernel())
})
