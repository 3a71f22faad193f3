import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateNode } from '../graph/update-nodes.ts'
import { getChildIds } from '../graph/walk.ts'
import { limits } from '../limits.ts'
import { aList, insertChild, findNarrowestGap } from '../testing/lists.ts'
import { aGraph, findGraphBreaches } from '../testing/nodes.ts'
import type { SiblingSpot } from './place.ts'

describe('room among siblings', { timeout: 60_000 }, () => {
  it.each<[string, (at: number) => SiblingSpot]>([
    ['before the same sibling', () => ({ beforeId: 'c1' })],
    ['at the very start', (at) => ({ beforeId: at === 0 ? 'c0' : `n${at - 1}` })],
    ['at the very end', () => ({})],
    ['ever inwards', (at) => (at === 0 ? { afterId: 'c0' } : { [at % 2 ? 'afterId' : 'beforeId']: `n${at - 1}` })],
    ['at one and the same number', () => ({ position: 10_000 })],
  ])('[order] 800 inserts %s keep strict order', (_where, spotAt) => {
    const graph = aList([0, 10_000])
    for (let at = 0; at < 800; at += 1) insertChild(graph, `n${at}`, spotAt(at))
    expect(graph.children('root').length).toBe(802)
    expect(findGraphBreaches(graph)).toEqual([])
    expect(findNarrowestGap(graph)).toBeGreaterThanOrEqual(limits.narrowestGap)
  })

  it('[order] an insert beside a sibling lies beside it, however crowded the list', () => {
    const crowd = fc.array(fc.constantFrom(0, 1e-9, 5_000, 5_000.0000000001, 9_999.999999999, 10_000), { minLength: 1 })
    fc.assert(
      fc.property(crowd, fc.nat(), fc.boolean(), (positions, pick, isAfter) => {
        const graph = aList(positions)
        const before = getChildIds(graph, 'root')
        const index = pick % before.length
        insertChild(graph, 'new', { [isAfter ? 'afterId' : 'beforeId']: before[index] })
        expect(getChildIds(graph, 'root')).toEqual(before.toSpliced(isAfter ? index + 1 : index, 0, 'new'))
      }),
    )
  })

  it('[order] an append comes last, also behind a sibling at the very bound', () => {
    const graph = aList([10_000])
    insertChild(graph, 'a', {})
    insertChild(graph, 'b', { afterId: 'a' })
    expect(getChildIds(graph, 'root')).toEqual(['c0', 'a', 'b'])
  })

  it('[order] the number a client sends is taken exactly where there is room', () => {
    const graph = aList([4_000, 4_001])
    insertChild(graph, 'new', { position: 4_000.25 })
    expect(graph.node('new')?.position).toBe(4_000.25)
  })

  it('[order] a number that meets a sibling gets room, and both stay', () => {
    const graph = aList([4_000, 4_001])
    expect(insertChild(graph, 'new', { position: 4_000 })).toBeGreaterThan(0)
    expect(findGraphBreaches(graph)).toEqual([])
  })

  it('[order] neighbours count before the number; those deleted or moved away are passed over', () => {
    const graph = aGraph('root', 'a: root', 'b: root', 'c: root', '-gone: root', 'away: a')
    const placedBy = (spot: SiblingSpot): unknown => {
      const updated = updateNode(graph, 'c', spot)
      return updated.ok ? updated.value.map(({ after }) => after) : updated.reason
    }
    expect(placedBy({ afterId: 'a', beforeId: 'b', position: 9 })).toEqual([{ position: 250 }])
    expect(placedBy({ afterId: 'gone', beforeId: 'a', position: 9 })).toEqual([{ position: 100 }])
    expect(placedBy({ afterId: 'gone', beforeId: 'away', position: 9 })).toEqual([{ position: 9 }])
    expect(placedBy({ afterId: 'gone' })).toEqual([])
    expect(placedBy({ afterId: 'c' })).toEqual([])
    expect(placedBy({ afterId: 'stranger' })).toBe('sibling-missing')
    expect(placedBy({ position: 10_001 })).toBe('position-out-of-range')
    expect(placedBy({ position: Number.NaN })).toBe('position-out-of-range')
  })
})
