import { expect, it } from 'vitest'
import { buildDemoTree } from './demo-command.ts'

it.each([1, 2, 20, 5_000])('builds a demo of %i nodes with one root and parents before children', (count) => {
  const nodes = buildDemoTree(count)
  expect(nodes).toHaveLength(count)
  const seen = new Set<string>()
  for (const { id, parentId } of nodes) {
    expect(parentId === null ? seen.size === 0 : seen.has(parentId)).toBe(true)
    seen.add(id)
  }
})

it('builds the same demo tree every time except for its ids', () => {
  expect(buildDemoTree(50).map(({ title }) => title)).toEqual(buildDemoTree(50).map(({ title }) => title))
})
