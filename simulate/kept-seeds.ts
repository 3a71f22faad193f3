import { readFileSync, writeFileSync } from 'node:fs'

/** A seed that failed once, and the reason. */
export interface KeptSeed {
  readonly seed: number
  readonly why: string
}

const file = new URL('./kept-seeds.json', import.meta.url)

export const keptSeeds = (): readonly KeptSeed[] => JSON.parse(readFileSync(file, 'utf8')) as readonly KeptSeed[]

/** Adds the seed to those that the tests run. */
export function storeFailingSeed(seed: number, why: string): void {
  const known = keptSeeds()
  if (known.some((one) => one.seed === seed)) return
  const line = why.split('\n', 1)[0] ?? ''
  writeFileSync(file, `${JSON.stringify([...known, { seed, why: line }], null, 2)}\n`)
}
