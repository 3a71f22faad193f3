import { expect } from '../support/test.ts'
import { betaScenes, scenes } from './catalogue.ts'
import { type BetaHouse, type House, test as base } from './house.ts'
import type { Scene } from './scene.ts'
import { type Extent, surveyor } from './survey.ts'

const test = base.extend<{ extent: Extent }>({ extent: ['glance', { option: true }] })

test.describe.configure({ mode: 'parallel' })

for (const [at, scene] of scenes.entries()) {
  test(`nothing bars the way: ${scene.name}`, ({ house, extent }) => walkThrough(scene, at, house, extent))
}

for (const [at, scene] of betaScenes.entries()) {
  test(`nothing bars the way: ${scene.name}`, ({ betaHouse, extent }) => walkThrough(scene, at, betaHouse, extent))
}

async function walkThrough<Place extends House | BetaHouse>(
  { name, walk }: Scene<Place>,
  at: number,
  house: Place,
  extent: Extent,
): Promise<void> {
  try {
    await walk(house, surveyor(name, at, extent))
  } finally {
    expect.soft(await house.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
  }
}
