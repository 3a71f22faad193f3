import { Schedule } from '@espalier/domain/schedule'
import { findWaitingCycle } from '@espalier/domain/schedule-cycle'
import { computeNaively } from '@espalier/domain/testing/naive-schedule'
import type { BenchOptions, Measured } from './bench.ts'
import { median, type Figure } from './figure.ts'
import { createDice } from './layout/sample.ts'
import { requirePeers } from './peer-packages.ts'
import type { LongestPathNode } from './peers/layouts/longest-path.ts'
import { count, shortMs } from './report.ts'

const nodes = 10_000
const dependencies = 5_000
const limitMs = { all: 20, change: 5 } as const

type BenchNode = Parameters<Schedule['update']>[1] & {}

const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** One node in ten has a second parent, as in the graphs of the layout bench. Dependencies that close a cycle are left out. */
function createNodes(): readonly BenchNode[] {
  const roll = createDice(20)
  const list = Array.from({ length: nodes }, (_, index): BenchNode => {
    const parents = index === 0 ? [] : [Math.floor((index - 1) / 5), ...(roll(10) === 0 ? [roll(index)] : [])]
    return {
      id: toId(index),
      parentIds: [...new Set(parents)].map(toId),
      blockedByIds: [],
      status: (['todo', 'todo', 'progress', 'done'] as const)[roll(4)] ?? 'todo',
      estimate: roll(20) / 2,
      isCounted: roll(20) > 0,
    }
  })
  const schedule = new Schedule(list)
  for (let added = 0; added < dependencies;) {
    const [at, blocker] = [roll(nodes), roll(nodes)]
    const node = addBlocker(list[at] as BenchNode, toId(blocker))
    if (node === null || findWaitingCycle(schedule, [node]) !== null) continue
    list[at] = node
    schedule.update(node.id, node)
    added += 1
  }
  return list
}

const addBlocker = (node: BenchNode, blockerId: string): BenchNode | null =>
  node.blockedByIds.includes(blockerId) ? null : { ...node, blockedByIds: [...node.blockedByIds, blockerId] }

/**
 * Writes the waiting graph out for a library: each node begins after the begin of its parents and the end of its open
 * blockers, and ends after that and after the end of its open children.
 */
function listGates(list: readonly BenchNode[]): readonly LongestPathNode[] {
  const isOpen = new Map(list.map(({ id, status, isCounted }) => [id, isCounted && status !== 'done']))
  const openChildren = new Map<string, string[]>(list.map(({ id }) => [id, []]))
  for (const { id, parentIds } of list)
    if (isOpen.get(id)) for (const parentId of parentIds) openChildren.get(parentId)?.push(id)
  const gates = list.flatMap(({ id, parentIds, blockedByIds, estimate }): LongestPathNode[] => [
    {
      id: `${id} begins`,
      parentIds: [
        ...parentIds.map((parentId) => `${parentId} begins`),
        ...blockedByIds.filter((blocker) => isOpen.get(blocker)).map((blocker) => `${blocker} ends`),
      ],
      length: 0,
    },
    {
      id: `${id} ends`,
      parentIds: [`${id} begins`, ...(openChildren.get(id) ?? []).map((child) => `${child} ends`)],
      length: isOpen.get(id) ? (estimate ?? 0) : 0,
    },
  ])
  return JSON.parse(JSON.stringify(gates))
}

/** Returns the median of what each run took, after some to warm up. */
function measure(runs: number, work: (run: number) => void): number {
  const times = Array.from({ length: runs + 5 }, (_, run) => {
    const before = performance.now()
    work(run)
    return performance.now() - before
  })
  return median(times.slice(5))
}

const size = `${count(nodes)} nodes and ${count(dependencies)} dependencies`

const toFigure = (name: string, ms: number, limit: number, peer: string): Figure => ({
  name: `${name}, ${size}, median`,
  measured: `${shortMs(ms)} ms`,
  peer,
  limit: `${limit} ms`,
  holds: ms <= limit,
})

/** Each change is followed by a read of the end and of the node, as the page does it for what it shows. */
function measureChanges(list: readonly BenchNode[], runs: number, change: (node: BenchNode, run: number) => BenchNode) {
  const schedule = new Schedule(list)
  schedule.getCriticalLength()
  const roll = createDice(21)
  const picks = Array.from({ length: runs + 5 }, () => list[roll(nodes)] as BenchNode)
  return measure(runs, (run) => {
    const node = picks[run] as BenchNode
    schedule.update(node.id, change(node, run))
    schedule.getCriticalLength()
    schedule.get(node.id)
  })
}

/** Measures the schedule as the page and the server compute it, in a process of its own. */
export async function schedule({ isQuick }: BenchOptions): Promise<Measured> {
  const runs = isQuick ? 20 : 100
  // As the page has them from the server: ids that are put together would be slower to look up.
  const list: readonly BenchNode[] = JSON.parse(JSON.stringify(createNodes()))
  const naiveMs = measure(3, () => void computeNaively(list))
  requirePeers()
  const { findLongestPath } = await import('./peers/layouts/longest-path.ts')
  const gates = listGates(list)
  const [longest, critical] = [findLongestPath(gates), new Schedule(list).getCriticalLength()]
  if (Math.abs(longest - critical) > 1e-6) throw new Error(`d3-dag finds ${longest}, the schedule ${critical}`)
  const peerMs = measure(isQuick ? 3 : 10, () => void findLongestPath(gates))
  const peer = `a naive computation ${shortMs(naiveMs)} ms, the longest path alone by d3-dag ${shortMs(peerMs)} ms`
  const allMs = measure(runs, () => void new Schedule(list).getAll())
  const workMs = measureChanges(list, runs * 5, (node, run) => ({
    ...node,
    status: run % 2 === 0 ? 'todo' : 'done',
    estimate: run % 9,
  }))
  const graph = new Schedule(list)
  const roll = createDice(22)
  const linkMs = measureChanges(list, runs, (node) => {
    const blocked = addBlocker(node, toId(roll(nodes)))
    return blocked === null || findWaitingCycle(graph, [blocked]) !== null ? { ...node, blockedByIds: [] } : blocked
  })
  return {
    figures: [
      toFigure('schedule of all', allMs, limitMs.all, peer),
      toFigure('schedule after one changed status and estimate', workMs, limitMs.change, peer),
      toFigure('schedule after one changed dependency, with the search for a cycle', linkMs, limitMs.change, peer),
    ],
  }
}
