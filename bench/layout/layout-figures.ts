import type { Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import type { LayoutRun } from './layout-run.ts'
import type { CellResult } from './run-cell.ts'

const own = ['limit', 'layOutTree', 'Diagram']

/** The bars, each a ratio within one run. */
export function layoutFigures(run: LayoutRun): Figure[] {
  const at = (kind: 'tree' | 'graph', subject: string, size: number) =>
    run.cells.find((cell) => cell.kind === kind && cell.subject === subject && cell.size === size)?.result ?? null
  return [
    fasterThanLibraries(run, at('tree', 'layOutTree', 100_000)),
    rename(run),
    ...graphs(at('graph', 'Diagram', 10_000), at('graph', 'd3-dag (fast preset)', 10_000)),
    noOverlaps(run),
  ]
}

function fasterThanLibraries({ cells }: LayoutRun, ours: CellResult | null): Figure {
  const finished = cells.flatMap(({ kind, subject, size, result }) =>
    kind === 'tree' && size === 100_000 && result && !own.includes(subject) ? [{ subject, ms: result.ms }] : [],
  )
  const [fastest] = finished.sort((one, other) => one.ms - other.ms)
  const ratio = (fastest?.ms ?? Number.NaN) / (ours?.ms ?? Number.NaN)
  return {
    name: `a tree of 100,000 varying boxes, beside the fastest library (${fastest?.subject})`,
    value: `${ratio.toFixed(1)} times as fast (${shortMs(ours?.ms ?? Number.NaN)} ms, ${shortMs(fastest?.ms ?? Number.NaN)} ms)`,
    limit: '3 times',
    holds: ratio >= 3,
  }
}

function rename({ renames: { rename: one, full } }: LayoutRun): Figure {
  return {
    name: 'a rename in 10,000 nodes, median of 1,000, beside a full layout',
    value: `1/${(full / one).toFixed(0)} (${shortMs(one)} ms, ${shortMs(full)} ms)`,
    limit: '1/5',
    holds: one <= full / 5,
  }
}

function graphs(ours: CellResult | null, theirs: CellResult | null): Figure[] {
  const ratio = (theirs?.ms ?? Number.NaN) / (ours?.ms ?? Number.NaN)
  const [crossings, theirCrossings] = [ours?.crossings ?? Number.NaN, theirs?.crossings ?? Number.NaN]
  return [
    {
      name: "a graph of 10,000 nodes, one in ten with a second parent, beside d3-dag's fast preset",
      value: `${ratio.toFixed(1)} times as fast (${shortMs(ours?.ms ?? Number.NaN)} ms, ${shortMs(theirs?.ms ?? Number.NaN)} ms)`,
      limit: '3 times',
      holds: ratio >= 3,
    },
    {
      name: 'crossings in that graph, links cut at each layer',
      value: `${count(crossings)} (d3-dag: ${count(theirCrossings)})`,
      limit: 'as many',
      holds: crossings <= theirCrossings,
    },
  ]
}

function noOverlaps({ cells }: LayoutRun): Figure {
  const ours = cells.filter(({ subject }) => subject === 'layOutTree' || subject === 'Diagram')
  const pairs = ours.reduce((sum, { result }) => sum + (result?.overlaps ?? Number.NaN), 0)
  return {
    name: `overlapping boxes in our ${ours.length} layouts of trees and graphs`,
    value: count(pairs),
    limit: '0',
    holds: pairs === 0,
  }
}
