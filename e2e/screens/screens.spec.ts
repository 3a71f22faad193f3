import { expect } from '../support/test.ts'
import { betaScenes, scenes } from './catalogue.ts'
import { type BetaHouse, type House, test as base } from './house.ts'
import { seats } from './looks.ts'
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

/** At a glance, one scene is seen on a desk and the next on a phone. */
async function walkThrough<Place extends House | BetaHouse>(
  { name, walk }: Scene<Place>,
  at: number,
  house: Place,
  extent: Extent,
): Promise<void> {
  for (const [turn, seat] of seats.entries()) {
    if (extent === 'glance' && turn !== at % seats.length) continue
    house.pages.look = seat.usual
    try {
      await walk(house, surveyor(name, at, seat, extent))
    } finally {
      expect.soft(await house.pages.close(), 'no page error, nothing that the policy refused').toEqual([])
    }
  }
}
