import type { Figure } from '../figure.ts'
import { versionOf } from '../peer-packages.ts'
import { circumstances, count, figureTable, publish, shortMs, table } from '../report.ts'
import type { Cell, LayoutRun } from './layout-run.ts'

const packages = [
  'd3-hierarchy',
  'd3-flextree',
  'non-layered-tidy-tree-layout',
  'd3-dag',
  '@dagrejs/dagre',
  'elkjs',
] as const

export function publishLayout({ cells, renames }: LayoutRun, figures: readonly Figure[], isKept: boolean): void {
  const parts = [
    '# Layouts, in Node',
    circumstances(),
    `Versions: ${packages.map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
    `Boxes of varying width and height. Each cell is a process of its own: the same seeded boxes, from the plain input (nested objects for
the libraries and \`layOutTree\`, a list with ids for \`Diagram\` and the graphs) to x and y of every box. ms: the median of its warm
runs, and of three such cells, with repetitions outermost. first: the first, cold run. limit: one pass over typed arrays that reads
a parent and writes a corner. A cell that takes over 60 s is ended. \`d3-hierarchy tree()\` knows boxes of one size only and is given
the largest.`,
    figureTable(figures),
    '## Trees',
    tableOf(cells.filter(({ kind }) => kind === 'tree')),
    '## Graphs: the same trees, one node in ten has a second parent',
    tableOf(cells.filter(({ kind }) => kind === 'graph')),
    '## Renames',
    `1,000 boxes of a \`Diagram\` of 10,000, chosen at random, get another size one after another: ${shortMs(renames.rename)} ms (median), ${shortMs(renames.slowest)} ms (slowest); the whole laid out anew: ${shortMs(renames.full)} ms.`,
  ]
  publish('layout', parts, { isKept })
}

const tableOf = (cells: readonly Cell[]): string =>
  table(
    ['subject', 'nodes', 'ms', 'best ms', 'first ms', 'overlaps', 'crossings', 'runs'],
    cells.map(({ subject, size, result }) =>
      result
        ? [
            subject,
            count(size),
            shortMs(result.ms),
            shortMs(result.best),
            shortMs(result.first),
            subject === 'limit' ? '-' : count(result.overlaps),
            result.crossings === null ? '-' : count(result.crossings),
            count(result.runs),
          ]
        : [subject, count(size), 'did not finish', '-', '-', '-', '-', '-'],
    ),
  )
