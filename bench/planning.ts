import { toSearchText } from '@espalier/domain'
import { createFilter } from '@espalier/domain/planning-filter'
import { RollUps } from '@espalier/domain/planning-roll-up'
import type { BenchOptions, Measured } from './bench.ts'
import { inOrder, quantile, type Figure } from './figure.ts'
import { createDice } from './layout/sample.ts'
import { count, shortMs } from './report.ts'

const nodes = 10_000
const today = '2026-11-17'
const limitMs = { all: 20, leaf: 1, filter: 16 } as const

const pad = (value: number) => String(value).padStart(2, '0')

/** One node in ten has a second parent, as in the graphs of the layout bench; every field is set. */
function createNodes(isGraph: boolean) {
  const roll = createDice(19)
  const toDate = () => `2026-${pad(roll(12) + 1)}-${pad(roll(28) + 1)}`
  return Array.from({ length: nodes }, (_, index) => {
    const parent = Math.floor((index - 1) / 5)
    const parents = index === 0 ? [] : [parent, ...(isGraph && roll(10) === 0 ? [roll(index)] : [])]
    const [startDate = today, dueDate = today] = [toDate(), toDate()].sort()
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      parentIds: [...new Set(parents)].map((at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`),
      title: `Node ${index} of the <b>garden</b>`,
      body: index % 3 === 0 ? `<p>Plant ${index} pears &amp; plums by the wall in the morning sun.</p>` : '',
      status: (['todo', 'progress', 'done'] as const)[roll(3)] ?? 'todo',
      projectLink: null,
      assigneeIds: [`person ${roll(20)}`],
      startDate,
      dueDate,
      estimate: roll(20) / 2,
      priority: (['none', 'low', 'medium', 'high', 'urgent'] as const)[roll(5)] ?? 'none',
      tagIds: [`tag ${roll(50)}`, `tag ${roll(50)}`],
      stageId: `stage ${roll(5)}`,
      fields: { cost: roll(1_000), note: `note ${roll(100)}` },
    }
  })
}

type BenchNode = ReturnType<typeof createNodes>[number]

function measure(runs: number, work: (run: number) => void): number {
  const times = Array.from({ length: runs + 5 }, (_, run) => {
    const before = performance.now()
    work(run)
    return performance.now() - before
  })
  return quantile(inOrder(times.slice(5)), 0.95)
}

const toFigure = (name: string, ms: number, limit: number): Figure => ({
  name: `${name}, p95`,
  measured: `${shortMs(ms)} ms`,
  limit: `${limit} ms`,
  holds: ms <= limit,
})

function measureRollUps(kind: 'tree' | 'graph', list: readonly BenchNode[], runs: number): readonly Figure[] {
  const settings = { today, uncountedStageIds: new Set(['stage 4']) }
  const top = list[0]?.id ?? ''
  const allMs = measure(runs, () => void new RollUps(list, settings).getBelow(top))
  const rollUps = new RollUps(list, settings)
  rollUps.getBelow(top)
  const leafMs = measure(runs * 10, (run) => {
    const leaf = list[nodes - 1 - (run % 1_000)] as BenchNode
    // The change of an extreme date is the costliest one: every ancestor must look for the next one.
    rollUps.update(leaf.id, { ...leaf, estimate: run % 7, dueDate: run % 2 === 0 ? '2031-01-01' : leaf.dueDate })
    rollUps.getBelow(top)
  })
  return [
    toFigure(`roll-up of all of ${count(nodes)} nodes, a ${kind}`, allMs, limitMs.all),
    toFigure(`roll-up after one changed leaf among ${count(nodes)} nodes, a ${kind}`, leafMs, limitMs.leaf),
  ]
}

const filters = [
  'pears',
  'assignee:me status:open due:<7d',
  '-tag:"tag 7" priority:>=high is:ready',
  'cost:>500 note:"note 1" -plums stage:"stage 2"',
]

const name = (kind: string, id: string) => ({ id: `${kind} ${id}`, name: `${kind} ${id}` })

function measureFilters(list: readonly BenchNode[], runs: number): readonly Figure[] {
  const ids = Array.from({ length: 50 }, (_, index) => String(index))
  // The page reads the texts while it is idle after opening.
  const texts = new WeakMap<object, string>(list.map((node) => [node, toSearchText(node)]))
  const subjects = {
    today,
    getSearchText: (node: object) => texts.get(node) ?? '',
    viewerId: 'person 3',
    people: ids.map((id) => ({ ...name('person', id), email: `person${id}@example.com` })),
    tags: ids.map((id) => name('tag', id)),
    stages: ids.slice(0, 5).map((id) => name('stage', id)),
    fieldDefinitions: [
      { id: 'cost', name: 'cost', type: 'number' as const, options: [] },
      { id: 'note', name: 'note', type: 'text' as const, options: [] },
    ],
  }
  const slowest = Math.max(...filters.map((text) => measure(runs, () => void createFilter(text, subjects).find(list))))
  return [toFigure(`filter of ${count(nodes)} nodes, the slowest of ${filters.length}`, slowest, limitMs.filter)]
}

/** Measures the rules of planning as the page runs them, in a process of their own. */
export async function planning({ isQuick }: BenchOptions): Promise<Measured> {
  const runs = isQuick ? 20 : 100
  const [tree, graph] = [createNodes(false), createNodes(true)]
  return {
    figures: [
      ...measureRollUps('tree', tree, runs),
      ...measureRollUps('graph', graph, runs),
      ...measureFilters(tree, runs),
    ],
  }
}
