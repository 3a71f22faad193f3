import { expect, it } from 'vitest'
import { createDice } from './sample.ts'
import { createChain, countCrossings, assignLayers } from './crossings.ts'
import type { Chain } from './subject.ts'

it('counts a crossing, but no meeting at a box', () => {
  const cross = [createChain(0, 1, [0, 1]), createChain(0, 1, [1, 0])]
  expect(countCrossings(cross)).toBe(1)
  expect(countCrossings([createChain(0, 1, [0, 1]), createChain(0, 1, [0, 2]), createChain(0, 1, [5, 2])])).toBe(0)
})

it("counts a long link's crossings once in every layer it passes", () => {
  const long = createChain(0, 3, [0, 2, 0, 2])
  const straight = createChain(0, 3, [1, 1, 1, 1])
  expect(countCrossings([long, straight])).toBe(3)
  expect(countCrossings([long, { ...straight, layer: 1 }])).toBe(2)
})

it('counts as many crossings as a comparison of all pairs', () => {
  const roll = createDice(7)
  for (let round = 0; round < 50; round += 1) {
    const chains = Array.from({ length: 40 }, () => ({ layer: roll(3), across: [roll(12), roll(12), roll(12)] }))
    expect(countCrossings(chains)).toBe(crossingsByPairs(chains))
  }
})

function crossingsByPairs(chains: readonly Chain[]): number {
  const segments = chains.flatMap(({ layer, across }) =>
    across.slice(1).map((to, at) => ({ layer: layer + at, from: across[at] ?? 0, to })),
  )
  let crossings = 0
  for (const [at, one] of segments.entries())
    for (const other of segments.slice(at + 1))
      if (one.layer === other.layer && (one.from - other.from) * (one.to - other.to) < 0) crossings += 1
  return crossings
}

it('derives layers from the positions of boxes', () => {
  expect(assignLayers([80, 0, 80.0000001, 160, 0])).toEqual([1, 0, 1, 2, 0])
})

it('rejects a link that is not cut at every layer', () => {
  expect(() => createChain(0, 2, [1, 1])).toThrow('passes 2 points')
})
