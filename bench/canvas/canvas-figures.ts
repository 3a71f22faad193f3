import type { Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import type { CanvasRun, Cell } from './canvas-run.ts'
import type { CellResult } from './measure-cell.ts'

const frameMs = 1000 / 60

/** The bars, each within one run; those that this run did not measure are left out. */
export function canvasFigures(run: CanvasRun): Figure[] {
  if (!run.cells.some(({ subject }) => subject.kind === 'product')) return []
  const at = (name: string, size: number) =>
    run.cells.find((cell) => cell.subject.name === name && cell.size === size)?.result ?? null
  const [ours, limit] = [at('espalier', 10_000), at('limit', 10_000)]
  return [
    ...(run.sizes.includes(10_000) && limit ? besideLimit(ours, limit) : []),
    ...run.sizes.flatMap((size) => besidePeers(run, size, at('espalier', size))),
    ...(run.sizes.includes(10_000) ? [...edits(ours), ...weight(run, ours)] : []),
    ...(run.sizes.includes(50_000) ? largest(at('espalier', 50_000)) : []),
  ]
}

const nothing = Number.NaN

function besideLimit(ours: CellResult | null, limit: CellResult): Figure[] {
  const opening = (ours?.open.ms ?? nothing) / limit.open.ms
  const cpu = (ours?.pan.cpuPerStep ?? nothing) / limit.pan.cpuPerStep
  const frames = (['pan', 'zoom'] as const).map((kind) => {
    const [our, their] = [ours?.[kind].p95 ?? nothing, limit[kind].p95]
    return {
      name: `${kind}, 10,000 nodes: p95 frame beside the limit page's`,
      value: `${(our - their).toFixed(1)} ms more (${shortMs(our)} ms, ${shortMs(their)} ms)`,
      limit: '1 ms more',
      holds: our - their <= 1,
    }
  })
  return [
    {
      name: 'opening 10,000 nodes beside the limit page',
      value: `${opening.toFixed(1)} times (${shortMs(ours?.open.ms ?? nothing)} ms, ${shortMs(limit.open.ms)} ms)`,
      limit: '3 times',
      holds: opening <= 3,
    },
    ...frames,
    {
      name: 'CPU of the main thread a pan step, 10,000 nodes, beside the limit page',
      value: `${cpu.toFixed(1)} times (${shortMs(ours?.pan.cpuPerStep ?? nothing)} ms, ${shortMs(limit.pan.cpuPerStep)} ms)`,
      limit: '2 times',
      holds: cpu <= 2,
    },
  ]
}

const peersAt = (run: CanvasRun, size: number): Cell[] =>
  run.cells.filter((cell) => cell.size === size && cell.subject.kind === 'peer')

/** A peer that did not finish is slower than all. */
function besidePeers(run: CanvasRun, size: number, ours: CellResult | null): Figure[] {
  const finished = peersAt(run, size).flatMap(({ subject, result }) =>
    result ? [{ name: subject.name, ms: result.open.ms }] : [],
  )
  const [fastest] = finished.sort((one, other) => one.ms - other.ms)
  if (!fastest) return []
  const ratio = (ours?.open.ms ?? nothing) / fastest.ms
  const most = size < 1_000 ? 1.3 : 1
  return [
    {
      name: `opening ${count(size)} nodes beside the fastest peer (${fastest.name})`,
      value: `${ratio.toFixed(2)} times (${shortMs(ours?.open.ms ?? nothing)} ms, ${shortMs(fastest.ms)} ms)`,
      limit: most > 1 ? `${most} times` : 'less than its time',
      holds: most > 1 ? ratio <= most : ratio < 1,
    },
  ]
}

const edits = (ours: CellResult | null): Figure[] =>
  (['add', 'rename'] as const).map((kind) => {
    const { ms, frames } = ours?.[kind] ?? { ms: nothing, frames: nothing }
    return {
      name: `${kind === 'add' ? 'adding a child' : 'renaming'} by keyboard, 10,000 nodes: from the key to the box painted`,
      value: `${frames} ${frames === 1 ? 'frame' : 'frames'} (${shortMs(ms)} ms until two frames later)`,
      limit: `3 frames (${shortMs(3 * frameMs)} ms)`,
      holds: frames <= 3 && ms <= 5 * frameMs + 1,
    }
  })

function weight(run: CanvasRun, ours: CellResult | null): Figure[] {
  const peers = peersAt(run, 10_000)
  const visible = peers.find(({ subject }) => subject.name === '@xyflow/react (only visible)')?.result
  const full = peers.flatMap(({ subject, result }) =>
    subject.isFull && result && result.elements > 0 ? [result.elements] : [],
  )
  const fewest = Math.min(...full)
  const [heap, elements] = [ours?.heapMb ?? nothing, ours?.elements ?? nothing]
  const figures: Figure[] = []
  if (visible)
    figures.push({
      name: 'JS heap at 10,000 nodes beside @xyflow/react with only visible elements',
      value: `${heap.toFixed(1)} MB`,
      limit: `${visible.heapMb.toFixed(1)} MB`,
      holds: heap <= visible.heapMb,
    })
  if (full.length > 0)
    figures.push({
      name: 'DOM elements at 10,000 nodes beside the full peer with the fewest',
      value: `${count(elements)}, ${(fewest / elements).toFixed(0)} times fewer than ${count(fewest)}`,
      limit: '10 times fewer',
      holds: elements * 10 <= fewest,
    })
  return figures
}

function largest(ours: CellResult | null): Figure[] {
  const [ready, p95] = [ours?.open.marksMs ?? nothing, ours?.pan.p95 ?? nothing]
  return [
    {
      name: '50,000 nodes: from `nodes-received` to `canvas-ready`',
      value: `${shortMs(ready)} ms`,
      limit: '1,000 ms',
      holds: ready < 1_000,
    },
    { name: '50,000 nodes: pan, p95 frame', value: `${shortMs(p95)} ms`, limit: '34 ms', holds: p95 < 34 },
  ]
}
