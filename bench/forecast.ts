import { forecastWork, type ForecastNode, packProject } from '@espalier/domain/forecast'
import { createHistory, cutHistory, type HistoryKind, historyKinds } from '@espalier/domain/testing/work-histories'
import type { BenchOptions, Measured } from './bench.ts'
import { median, type Figure } from './figure.ts'
import { measureInWorker } from './forecast-worker.ts'
import { createDice } from './layout/sample.ts'
import { count, shortMs } from './report.ts'

const nodes = 10_000
const dependencies = 5_000
const futures = 2_000
const limitMs = 300
/** The page draws 60 frames a second. One at the edge of a forecast may belong to the pause beside it. */
const leastFrames = 58
const histories = 200
/** A share of so few says little about one kind, so that each kind is tested on this many times as many of its own. */
const timesPerKind = 4
/** The parts of each history after which the end is forecast. */
const prefixes = [0.3, 0.45, 0.6, 0.75] as const
const heldLimit = { least: 0.8, most: 0.9 } as const
const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 17)

type Transitions = Parameters<typeof packProject>[1]

/** A tree of open nodes, half of them assigned to twenty people, after 3,000 finished nodes in half a year. */
function createProject(): { readonly list: readonly ForecastNode[]; readonly transitions: Transitions } {
  const roll = createDice(40)
  const open = Array.from({ length: nodes }, (_, index): ForecastNode => ({
    id: `open ${index}`,
    parentIds: index === 0 ? [] : [`open ${Math.floor((index - 1) / 5)}`],
    blockedByIds: [],
    status: 'todo',
    estimate: roll(20) / 2,
    isCounted: true,
    assigneeIds: roll(2) === 0 ? [`person ${roll(20)}`] : [],
  }))
  // Only leaves are blocked, by leaves that come before them, so that no cycle can close.
  const leaves = open.slice(nodes / 5)
  const blockers = new Map<string, Set<string>>()
  for (let added = 0; added < dependencies; added += 1) {
    const at = 1 + roll(leaves.length - 1)
    const [blocked, blocker] = [leaves[at]?.id ?? '', leaves[roll(at)]?.id ?? '']
    blockers.set(blocked, (blockers.get(blocked) ?? new Set()).add(blocker))
  }
  const list = open.map((node) => ({ ...node, blockedByIds: [...(blockers.get(node.id) ?? [])] }))
  const createdMs = nowMs - 200 * dayMs
  const created = open.map(({ id }) => ({ nodeId: id, dt: createdMs, from: 'deleted', to: 'todo' }) as const)
  const past = Array.from({ length: 3_000 }, (_, index) => ({
    id: `past ${index}`,
    doneMs: createdMs + (index / 15) * dayMs,
  }))
  const finished = past.flatMap(({ id, doneMs }) => [
    { nodeId: id, dt: createdMs, from: 'deleted', to: 'todo' } as const,
    { nodeId: id, dt: doneMs, from: 'todo', to: 'done' } as const,
  ])
  return { list, transitions: [...created, ...finished] }
}

interface Held {
  known: number
  byMiddle: number
  byLate: number
}

/** No constant of the forecast was chosen by these histories: their seeds are used here only. */
function backTest(kind: HistoryKind, from: number, to: number): Held {
  const held: Held = { known: 0, byMiddle: 0, byLate: 0 }
  for (let index = from; index < to; index += 1) {
    const history = createHistory(kind, 40_000_000 + index * 104_729 + historyKinds.indexOf(kind))
    for (const prefix of prefixes) {
      const { nodes: list, transitions, ...times } = cutHistory(history, prefix)
      const found = forecastWork(packProject(list, transitions, times.nowMs), { futures: futures / 5 })
      if (found.kind !== 'known') continue
      held.known += 1
      if (times.endMs <= found.whole.middleMs) held.byMiddle += 1
      if (times.endMs <= found.whole.lateMs) held.byLate += 1
    }
  }
  return held
}

const toPercent = (part: number, all: number): string => `${((part / all) * 100).toFixed(1)} of 100`

const addHeld = (some: readonly Held[]): Held => ({
  known: some.reduce((total, { known }) => total + known, 0),
  byMiddle: some.reduce((total, { byMiddle }) => total + byMiddle, 0),
  byLate: some.reduce((total, { byLate }) => total + byLate, 0),
})

function describeHeld(name: string, held: Held, isLimited: boolean): Figure {
  const share = held.byLate / held.known
  return {
    name: `forecast, 85 % date held, ${name}, ${count(held.known)} forecasts`,
    measured: `${toPercent(held.byLate, held.known)} (50 % date: ${toPercent(held.byMiddle, held.known)})`,
    limit: isLimited ? '80 to 90 of 100' : 'none of its own',
    holds: !isLimited || (share >= heldLimit.least && share <= heldLimit.most),
  }
}

function describeTime(where: string, ms: number, firstMs: number): Figure {
  return {
    name: `forecast in ${where}, ${count(nodes)} nodes, ${count(dependencies)} dependencies, ${count(futures)} simulations, median`,
    measured: `${shortMs(ms)} ms (the first: ${shortMs(firstMs)} ms)`,
    limit: `${limitMs} ms`,
    holds: ms <= limitMs,
  }
}

/** Measures a forecast of a large project in Node and in the page's worker, and how many made-up projects ended in time. */
export async function forecast({ isQuick }: BenchOptions): Promise<Measured> {
  const { list, transitions } = createProject()
  const times: number[] = []
  const runs = isQuick ? 3 : 12
  for (let run = 0; run < runs; run += 1) {
    const project = packProject(list, transitions, nowMs)
    const before = performance.now()
    forecastWork(project, { futures })
    times.push(performance.now() - before)
  }
  const inWorker = await measureInWorker(packProject(list, transitions, nowMs), runs)
  const tested = (isQuick ? histories / 5 : histories) / historyKinds.length
  const byKind = historyKinds.map((kind) => ({
    kind,
    first: backTest(kind, 0, tested),
    more: backTest(kind, tested, tested * timesPerKind),
  }))
  return {
    figures: [
      describeTime('Node', median(times.slice(1)), times[0] ?? Number.NaN),
      describeTime("Chromium's worker", median(inWorker.laterMs), inWorker.firstMs),
      {
        name: "forecasts in Chromium's worker, the frames of the page meanwhile",
        measured: `${inWorker.framesPerSecond.toFixed(1)} a second`,
        limit: `${leastFrames} a second`,
        holds: inWorker.framesPerSecond >= leastFrames,
      },
      describeHeld(
        `${count(tested * historyKinds.length)} histories of all kinds`,
        addHeld(byKind.map(({ first }) => first)),
        true,
      ),
      ...byKind.map(({ kind, first, more }) =>
        describeHeld(`${count(tested * timesPerKind)} ${kind} histories`, addHeld([first, more]), false),
      ),
    ],
  }
}
