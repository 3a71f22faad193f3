import { expect } from '../support/test.ts'
import { type BetaHouse, type House, test as base } from './house.ts'
import { seats } from './looks.ts'
import type { Scene } from './scene.ts'
import { type Extent, surveyor } from './survey.ts'

export const test = base.extend<{ extent: Extent }>({ extent: ['glance', { option: true }] })

/** At a glance, one scene is shown on a desktop and the next on a phone. */
export async function walkThrough<Place extends House | BetaHouse>(
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
