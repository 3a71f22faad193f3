import { count, shortMs, table } from '../report.ts'
import type { Cell, LayoutRun } from './layout-run.ts'

const how = `Boxes of varying width and height. Each cell is a process of its own: the same seeded boxes, from the plain input (nested objects for
the libraries and \`layOutTree\`, a list with ids for \`Diagram\` and the graphs) to x and y of every box. ms: the median of its warm
runs, and of three such cells, with repetitions outermost. first: the first, cold run. limit: one pass over typed arrays that reads
a parent and writes a corner. A cell has 60 s for its first run, its warm ones and the count of overlaps; dagre and ELK are asked once and have
20 s. \`d3-hierarchy tree()\` knows boxes of one size only and is given the largest.`

export const layoutDetails = ({ cells, renames }: LayoutRun): string =>
  [
    '## Layouts, in Node',
    how,
    '### Trees',
    formatTable(cells.filter(({ kind }) => kind === 'tree')),
    '### Graphs: the same trees, one node in ten has a second parent',
    formatTable(cells.filter(({ kind }) => kind === 'graph')),
    '### Renames',
    `1,000 boxes of a \`Diagram\` of 10,000, chosen at random, get another size one after another: ${shortMs(renames.rename)} ms (median), ${shortMs(renames.slowest)} ms (slowest); the whole laid out anew: ${shortMs(renames.full)} ms.`,
  ].join('\n\n')

const formatTable = (cells: readonly Cell[]): string =>
  table(
    ['subject', 'nodes', 'ms', 'best ms', 'first ms', 'overlaps', 'crossings', 'runs'],
    cells.map(({ subject, size, result, limitMs }) =>
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
        : [subject, count(size), `more than ${limitMs / 1000} s`, '-', '-', '-', '-', '-'],
    ),
  )
