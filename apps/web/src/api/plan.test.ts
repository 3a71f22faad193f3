import { describe, expect, it } from 'vitest'
import { groupByPrimaryParent, planNodeUrl, samplePlan } from './plan.ts'
import { readPlan, type SentPlanNode } from './use-plan.ts'

const project = { id: 'pear', title: 'Pear & <quince>', completionStatus: 'progress' } as const
const node = (id: string, parentIds: string[] = [], more: Partial<SentPlanNode> = {}): SentPlanNode => ({
  id,
  parentIds,
  title: id,
  status: 'todo',
  position: 0,
  ...more,
})
const formatIds = ({ nodes }: ReturnType<typeof readPlan>) => nodes.map(({ id }) => id).join(' ')

describe('project as a plan', () => {
  it('lists nodes level by level and siblings in order', () => {
    const sent = [node('c', ['a']), node('b', [], { position: 2 }), node('d', ['b']), node('a', [], { position: 1 })]
    expect(formatIds(readPlan(project, sent))).toBe('a b c d')
  })

  it('converts titles to readable text', () => {
    const plan = readPlan(project, [
      node('a', [], { title: '<p><b>Pears</b> &amp; figs</p>' }),
      node('b', [], { title: '' }),
    ])
    expect(plan.title).toBe('Pear & <quince>')
    expect(plan.nodes.map(({ title }) => title)).toEqual(['Pears & figs', '(without a title)'])
  })

  it('lists a node with several parents once, under its primary parent', () => {
    const plan = readPlan(project, [node('a'), node('b'), node('c', ['b', 'a'])])
    expect(formatIds(plan)).toBe('a b c')
    expect(
      groupByPrimaryParent(plan)
        .get('b')
        ?.map(({ id }) => id),
    ).toEqual(['c'])
    expect(groupByPrimaryParent(plan).has('a')).toBe(false)
  })

  it('omits nodes beyond the limit and the links to them', () => {
    const sent = [
      node('a'),
      node('b', ['a'], { position: 1 }),
      node('c', ['a'], { position: 2 }),
      node('d', ['b', 'c']),
    ]
    const plan = readPlan(project, sent, 2)
    expect(formatIds(plan)).toBe('a b')
    expect(plan.total).toBe(4)
    expect(readPlan(project, sent, 4).nodes.at(-1)?.parentIds).toEqual(['b', 'c'])
  })

  it('links a node to its place in the project', () => {
    expect(planNodeUrl(readPlan(project, [node('a b')]), 'a b')).toBe('/tree/pear#node=a%20b')
    expect(planNodeUrl(samplePlan({ nodes: 1, seed: 1 }), 'sample-0')).toBeNull()
  })
})

describe('sample plan', () => {
  it('generates the same sample for the same seed and another for another seed', () => {
    expect(samplePlan({ nodes: 60, seed: 1 })).toEqual(samplePlan({ nodes: 60, seed: 1 }))
    expect(samplePlan({ nodes: 60, seed: 1 })).not.toEqual(samplePlan({ nodes: 60, seed: 2 }))
  })

  it.each([1, 2, 6, 60, 500])('puts every parent before its children in a sample of %i nodes', (size) => {
    for (let seed = 0; seed < 5; seed += 1) {
      const { nodes } = samplePlan({ nodes: size, seed })
      const before = new Set<string>()
      for (const { id, parentIds } of nodes) {
        expect(parentIds.every((parentId) => before.has(parentId))).toBe(true)
        expect(new Set(parentIds).size).toBe(parentIds.length)
        before.add(id)
      }
      expect(before.size).toBe(size)
      expect(nodes.filter(({ parentIds }) => parentIds.length === 0)).toHaveLength(1)
    }
  })

  it('generates samples with all statuses and some nodes with two parents', () => {
    const { nodes } = samplePlan({ nodes: 60, seed: 1 })
    expect(new Set(nodes.map(({ status }) => status)).size).toBe(3)
    expect(nodes.some(({ parentIds }) => parentIds.length === 2)).toBe(true)
  })
})
