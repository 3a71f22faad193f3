import type { Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import type { CanvasRun, Cell } from './canvas-run.ts'
import type { CellResult } from './measure-cell.ts'

const frameMs = 1000 / 60

/** The bars within one run; those that this run did not measure are omitted. */
export function canvasFigures(run: CanvasRun): Figure[] {
  if (!run.cells.some(({ subject }) => subject.kind === 'product')) return []
  const at = (name: string, size: number) =>
    run.cells.find((cell) => cell.subject.name === name && cell.size === size)?.result ?? null
  const [ours, limit] = [at('espalier', 10_000), at('limit', 10_000)]
  return [
    ...(run.sizes.includes(10_000) && limit ? besideLimit(ours, limit) : []),
    ...run.sizes.flatMap((size) => besidePeers(run, size, at('espalier', size))),
    ...(run.sizes.includes(10_000) ? [...edits(run, ours), ...weight(run, ours)] : []),
    ...(run.sizes.includes(50_000) ? largest(at('espalier', 50_000), at('limit', 50_000)) : []),
  ]
}

const nothing = Number.NaN

function besideLimit(ours: CellResult | null, limit: CellResult): Figure[] {
  const opening = (ours?.open.ms ?? nothing) / limit.open.ms
  const cpu = (ours?.pan.cpuPerStep ?? nothing) / limit.pan.cpuPerStep
  const frames = (['pan', 'zoom'] as const).map((kind) => {
    const [our, their] = [ours?.[kind].p95 ?? nothing, limit[kind].p95]
    return {
      name: `${kind === 'pan' ? 'panning' : 'zooming'} in 10,000 nodes: p95 frame`,
      measured: `${shortMs(our)} ms`,
      peer: `limit page: ${shortMs(their)} ms`,
      limit: '1 ms more',
      holds: our - their <= 1,
      isHighlight: kind === 'pan',
    }
  })
  return [
    {
      name: 'opening 10,000 nodes, beside plain boxes with the layout given',
      measured: `${shortMs(ours?.open.ms ?? nothing)} ms, ${opening.toFixed(1)} times`,
      peer: `limit page: ${shortMs(limit.open.ms)} ms`,
      limit: '3 times',
      holds: opening <= 3,
      isHighlight: true,
    },
    ...frames,
    {
      name: 'CPU of the main thread a step of panning in 10,000 nodes',
      measured: `${shortMs(ours?.pan.cpuPerStep ?? nothing)} ms, ${cpu.toFixed(1)} times`,
      peer: `limit page: ${shortMs(limit.pan.cpuPerStep)} ms`,
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
      name: `opening ${count(size)} nodes, beside the fastest peer`,
      measured: `${shortMs(ours?.open.ms ?? nothing)} ms, ${ratio.toFixed(2)} times`,
      peer: `${fastest.name}: ${shortMs(fastest.ms)} ms`,
      limit: most > 1 ? `${most} times` : 'less than its time',
      holds: most > 1 ? ratio <= most : ratio < 1,
      isHighlight: size === 10_000,
    },
  ]
}

/** Names the fastest peer for comparison: peers use their own API, the product its keyboard. */
function fastestAt(run: CanvasRun, kind: 'add' | 'rename'): string {
  const done = peersAt(run, 10_000).flatMap(({ subject, result }) =>
    result && result[kind].ms > 0 ? [{ name: subject.name, ms: result[kind].ms }] : [],
  )
  const [fastest] = done.sort((one, other) => one.ms - other.ms)
  return fastest ? `${fastest.name}: ${shortMs(fastest.ms)} ms` : ''
}

const edits = (run: CanvasRun, ours: CellResult | null): Figure[] =>
  (['add', 'rename'] as const).map((kind) => {
    const { ms, frames } = ours?.[kind] ?? { ms: nothing, frames: nothing }
    return {
      name: `${kind === 'add' ? 'adding a child' : 'renaming'} by keyboard in 10,000 nodes: from the key to the box painted, and two frames`,
      measured: `${frames} ${frames === 1 ? 'frame' : 'frames'}, ${shortMs(ms)} ms`,
      peer: fastestAt(run, kind),
      limit: '3 frames',
      holds: frames <= 3 && ms <= 5 * frameMs + 1,
      isHighlight: kind === 'add',
    }
  })

function weight(run: CanvasRun, ours: CellResult | null): Figure[] {
  const peers = peersAt(run, 10_000)
  const visible = peers.find(({ subject }) => subject.name === '@xyflow/react (only visible)')?.result
  const [fewest] = peers
    .flatMap(({ subject, result }) =>
      subject.isFull && result && result.elements > 0 ? [{ name: subject.name, elements: result.elements }] : [],
    )
    .sort((one, other) => one.elements - other.elements)
  const [heap, elements] = [ours?.heapMb ?? nothing, ours?.elements ?? nothing]
  const figures: Figure[] = []
  if (visible)
    figures.push({
      name: 'JavaScript heap at 10,000 nodes',
      measured: `${heap.toFixed(1)} MB`,
      peer: `@xyflow/react (only visible): ${visible.heapMb.toFixed(1)} MB`,
      limit: 'as much',
      holds: heap <= visible.heapMb,
      isHighlight: true,
    })
  if (fewest)
    figures.push({
      name: 'DOM elements at 10,000 nodes, beside the fewest of those who draw all',
      measured: count(elements),
      peer: `${fewest.name}: ${count(fewest.elements)}`,
      limit: 'a tenth',
      holds: elements * 10 <= fewest.elements,
    })
  return figures
}

function largest(ours: CellResult | null, limit: CellResult | null): Figure[] {
  const [ready, p95] = [ours?.open.marksMs ?? nothing, ours?.pan.p95 ?? nothing]
  return [
    {
      name: 'opening 50,000 nodes: from `nodes-received` to `canvas-ready`',
      measured: `${shortMs(ready)} ms`,
      limit: '1,000 ms',
      holds: ready < 1_000,
      isHighlight: true,
    },
    {
      name: 'panning in 50,000 nodes: p95 frame',
      measured: `${shortMs(p95)} ms`,
      ...(limit ? { peer: `limit page: ${shortMs(limit.pan.p95)} ms` } : {}),
      limit: '34 ms',
      holds: p95 < 34,
    },
  ]
}
