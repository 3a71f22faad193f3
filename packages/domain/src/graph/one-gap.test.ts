import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import { aList, findNarrowestGap, insertChild } from '../testing/graphs.ts'
import { getChildIds } from './walk.ts'

describe('one gap between two siblings', { timeout: 60_000 }, () => {
  it('[order] keeps strict order over 50,000 inserts into one gap, refuses none and moves few others', () => {
    const graph = aList([4_000, 4_001])
    let moved = 0
    for (let at = 0; at < 50_000; at += 1) moved += insertChild(graph, `n${at}`, { afterId: 'c0' })
    const ids = getChildIds(graph, 'root')
    expect(ids).toHaveLength(50_002)
    expect(ids.slice(1, -1).every((id, at) => id === `n${49_999 - at}`)).toBe(true)
    expect(findNarrowestGap(graph)).toBeGreaterThanOrEqual(limits.narrowestGap)
    expect(moved / 50_000).toBeLessThan(40)
  })
})
