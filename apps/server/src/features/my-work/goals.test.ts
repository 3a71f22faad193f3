import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findGoals } from './goals.ts'
import type { AncestorRow } from './store.ts'

const toMap = (rows: readonly AncestorRow[]) => new Map(rows.map((row) => [row.id, row]))

/** Lists every way from a root, however many there are. */
function listAllPaths(rows: ReadonlyMap<string, AncestorRow>, id: string): string[][] {
  const node = rows.get(id)
  const parentIds = node?.parentIds.filter((parentId) => rows.has(parentId)) ?? []
  if (parentIds.length === 0) return [[node?.title ?? '']]
  return parentIds.flatMap((parentId) => listAllPaths(rows, parentId).map((path) => [...path, node?.title ?? '']))
}

describe('goals of a node', () => {
  it('are the first five ways from a root', () => {
    const someParents = fc.array(fc.nat({ max: 7 }), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(someParents, { minLength: 1, maxLength: 8 }), (list) => {
        const rows = toMap(
          list.map((parents, index) => ({
            id: `n${index}`,
            title: `n${index}`,
            // A parent that is missing was deleted.
            parentIds: index === 0 ? [] : [...new Set(parents.map((parent) => `n${parent % index}`))].concat('gone'),
          })),
        )
        const last = `n${list.length - 1}`
        expect(findGoals(rows, last)).toEqual(listAllPaths(rows, last).slice(0, 5))
      }),
    )
  })

  it('are found at once where ways part and meet again many times', () => {
    const rows = toMap(
      Array.from({ length: 300 }, (_, index) => ({
        id: `n${index}`,
        title: `n${index}`,
        parentIds: index < 2 ? [] : [`n${index - 1}`, `n${index - 2}`],
      })),
    )
    expect(findGoals(rows, 'n299')).toHaveLength(5)
  })
})
