import type { Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import type { Cell, LayoutRun } from './layout-run.ts'
import type { CellResult } from './run-cell.ts'

const own = ['limit', 'layOutTree', 'Diagram']
const fastDag = 'd3-dag (fast preset)'

/** The bars, each a ratio within one run. */
export function layoutFigures(run: LayoutRun): Figure[] {
  const at = (kind: 'tree' | 'graph', subject: string, size: number) =>
    run.cells.find((cell) => cell.kind === kind && cell.subject === subject && cell.size === size)?.result ?? null
  return [
    fasterThanLibraries(run, at('tree', 'layOutTree', 100_000)),
    rename(run),
    ...graphs(run, at('graph', 'Diagram', 10_000), at('graph', fastDag, 10_000)),
    noOverlaps(run),
  ]
}

const nothing = Number.NaN

function fasterThanLibraries({ cells }: LayoutRun, ours: CellResult | null): Figure {
  const finished = cells.flatMap(({ kind, subject, size, result }) =>
    kind === 'tree' && size === 100_000 && result && !own.includes(subject) ? [{ subject, ms: result.ms }] : [],
  )
  const [fastest] = finished.sort((one, other) => one.ms - other.ms)
  const ratio = (fastest?.ms ?? nothing) / (ours?.ms ?? nothing)
  return {
    name: 'laying out a tree of 100,000 varying boxes, beside the fastest library',
    measured: `${shortMs(ours?.ms ?? nothing)} ms, ${ratio.toFixed(1)} times as fast`,
    peer: `${fastest?.subject}: ${shortMs(fastest?.ms ?? nothing)} ms`,
    limit: '3 times as fast',
    holds: ratio >= 3,
    isHighlight: true,
  }
}

function rename({ renames: { rename: one, full } }: LayoutRun): Figure {
  return {
    name: 'laying out again after a rename in 10,000 nodes, median of 1,000',
    measured: `${shortMs(one)} ms, 1/${(full / one).toFixed(0)}`,
    peer: `the whole anew: ${shortMs(full)} ms`,
    limit: '1/5',
    holds: one <= full / 5,
  }
}

/** Names the subjects that did not finish too. */
const listUnfinished = (cells: readonly Cell[], size: number): string =>
  cells
    .filter((cell) => cell.kind === 'graph' && cell.size === size && cell.result === null)
    .map(({ subject, limitMs }) => `; ${subject}: more than ${limitMs / 1000} s`)
    .join('')

function graphs({ cells }: LayoutRun, ours: CellResult | null, theirs: CellResult | null): Figure[] {
  const ratio = (theirs?.ms ?? nothing) / (ours?.ms ?? nothing)
  const [crossings, theirCrossings] = [ours?.crossings ?? nothing, theirs?.crossings ?? nothing]
  return [
    {
      name: 'laying out a graph of 10,000 nodes, one in ten with a second parent',
      measured: `${shortMs(ours?.ms ?? nothing)} ms, ${ratio.toFixed(1)} times as fast`,
      peer: `${fastDag}: ${shortMs(theirs?.ms ?? nothing)} ms${listUnfinished(cells, 10_000)}`,
      limit: '3 times as fast',
      holds: ratio >= 3,
      isHighlight: true,
    },
    {
      name: 'crossings in that graph, links cut at each layer',
      measured: count(crossings),
      peer: `${fastDag}: ${count(theirCrossings)}`,
      limit: 'as many',
      holds: crossings <= theirCrossings,
    },
  ]
}

function noOverlaps({ cells }: LayoutRun): Figure {
  const ours = cells.filter(({ subject }) => subject === 'layOutTree' || subject === 'Diagram')
  const pairs = ours.reduce((sum, { result }) => sum + (result?.overlaps ?? nothing), 0)
  return {
    name: `overlapping boxes in our ${ours.length} layouts of trees and graphs`,
    measured: count(pairs),
    limit: '0',
    holds: pairs === 0,
  }
}
