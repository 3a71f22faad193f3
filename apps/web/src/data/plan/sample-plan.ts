import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from './plan.ts'

const works = ['Plant', 'Prune', 'Tie in', 'Measure', 'Water', 'Graft', 'Mulch', 'Order', 'Draw', 'Ask about']
const things = [
  'the pears',
  'the quinces',
  'the south wall',
  'the wires',
  'the figs',
  'the plums',
  'the soil',
  'the gate',
]
const tops = ['The wall', 'The trees', 'The tools', 'The harvest', 'The neighbours']
const statuses: readonly NodeStatus[] = ['todo', 'progress', 'done']
/** One node in so many has a second parent. */
const sharedOneIn = 12

interface SampleOptions {
  readonly nodes: number
  readonly seed: number
}

/** A made-up plan; the same seed gives the same plan. */
export function samplePlan({ nodes: count, seed }: SampleOptions): Plan {
  const chance = createSeededRandom(seed)
  const pick = <Item>(from: readonly Item[], otherwise: Item): Item =>
    from[Math.floor(chance() * from.length)] ?? otherwise
  const parents = [0]
  // Always the last children of those before them: so the plan stands level by level.
  for (let at = 1; at < count; at += 1) {
    const last = parents[at - 1] ?? 0
    parents.push(at <= tops.length ? 0 : Math.min(at - 1, last + Math.floor(chance() * chance() * 3)))
  }
  const nodes = parents.map((parent, at): PlanNode => {
    const title = at === 0 ? 'A garden' : (tops[at - 1] ?? `${pick(works, 'Plant')} ${pick(things, 'the pears')}`)
    const second = at > tops.length && Math.floor(chance() * sharedOneIn) === 0 ? Math.floor(chance() * parent) : 0
    const parentIds = at === 0 ? [] : [parent, ...(second > 0 && second !== parent ? [second] : [])].map(sampleNodeId)
    return { id: sampleNodeId(at), title, status: pick(statuses, 'todo'), parentIds }
  })
  return { projectId: null, title: 'A sample plan', status: 'progress', nodes, total: nodes.length }
}

const sampleNodeId = (at: number): string => `sample-${at}`

/** Numbers from 0 to 1 that follow from their seed (a linear congruence, its high bits mixed down). */
function createSeededRandom(seed: number): () => number {
  let state = (seed + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
}
