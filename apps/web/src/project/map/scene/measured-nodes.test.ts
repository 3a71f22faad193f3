import { describe, expect, it } from 'vitest'
import { openTestProject } from '../../testing/test-project.ts'
import { nodesFromOutline } from '../../testing/node-fixtures.ts'
import type { RankedTitle, TitleMeasure } from '../measure/title-measure.ts'
import { NodeMeasure } from './measured-nodes.ts'

const garden = { root: { a: { a1: {}, a2: {} }, b: {}, c: { c1: {} } } }

/** Differs for different titles and ranks. */
const measureWidth = ({ title, rank }: RankedTitle) => title.length * 10 + rank.length

function createCountingMeasure() {
  const asked: RankedTitle[] = []
  const measure: TitleMeasure = {
    measureBoxes(titles) {
      asked.push(...titles)
      return { widths: Float64Array.from(titles, measureWidth), heights: Float64Array.from(titles, () => 20) }
    },
    breakIntoLines: () => null,
  }
  return { measure, asked }
}

function setUp() {
  const client = openTestProject(nodesFromOutline(garden))
  const { measure, asked } = createCountingMeasure()
  const nodes = new NodeMeasure(measure)
  let shown = new Set<string>()
  /** Measures these nodes and returns how many of them were not known. */
  const measureIds = (ids: readonly string[]) => {
    const records = ids.flatMap((id) => client.node(id) ?? [])
    asked.length = 0
    const { widths } = nodes.measureAll(client.graph, records, ({ id }) => shown.has(id))
    shown = new Set(ids)
    const expected = records.map((record) => {
      const rank =
        record.parentIds.length === 0 ? 'root' : client.graph.children(record.id).length > 0 ? 'branch' : 'leaf'
      return measureWidth({ title: record.title, rank })
    })
    expect([...widths]).toEqual(expected)
    return asked.length
  }
  return { client, measureIds }
}

describe('space below a title', () => {
  it('is measured again for a node that is forgotten, and for all when all are', () => {
    const client = openTestProject(nodesFromOutline({ root: { a: {}, b: {} } }))
    const { measure, asked } = createCountingMeasure()
    let height = 18
    const nodes = new NodeMeasure(measure, ({ id }) => (id === 'a' ? { width: 40, height } : null))
    const records = ['root', 'a', 'b'].flatMap((id) => client.node(id) ?? [])
    const listAsked = () => {
      asked.length = 0
      nodes.measureAll(client.graph, records, () => true)
      return asked.map(({ title, below }) => [title, below?.height])
    }
    expect(listAsked()).toEqual([
      ['root', undefined],
      ['a', 18],
      ['b', undefined],
    ])
    expect(listAsked()).toEqual([])
    height = 36
    nodes.forget(['a'])
    expect(listAsked()).toEqual([['a', 36]])
    expect(listAsked()).toEqual([])
    nodes.forgetAll()
    expect(listAsked()).toHaveLength(3)
  })
})

const all = ['root', 'a', 'a1', 'a2', 'b', 'c', 'c1']

describe('measured nodes', () => {
  it('are not measured again when a branch is hidden, and only that branch when it is shown again', () => {
    const { measureIds } = setUp()
    expect(measureIds(all)).toBe(7)
    expect(measureIds(['root', 'a', 'b', 'c', 'c1'])).toBe(0)
    expect(measureIds(all)).toBe(2)
    expect(measureIds(all)).toBe(0)
  })

  it('are measured again with another title or another rank', () => {
    const { client, measureIds } = setUp()
    measureIds(all)
    client.edits.change('b', { title: 'a longer title' })
    expect(measureIds(all)).toBe(1)
    client.edits.deleteBranches(['c1'])
    expect(measureIds(all.slice(0, -1))).toBe(1)
  })

  it('have their own sizes in any other order', () => {
    const { measureIds } = setUp()
    measureIds(all)
    measureIds(all.toReversed())
    measureIds(['c', 'c1', 'root', 'b', 'a2', 'a', 'a1'])
  })
})
