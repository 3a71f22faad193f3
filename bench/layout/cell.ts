// Measures one cell of the table: one subject, one size, in a separate process. Prints the result as JSON.
import { d3Dag, dagreLayered, elkLayered } from '../peers/layouts/graphs.ts'
import { d3Flextree, d3Tree, nonLayered } from '../peers/layouts/trees.ts'
import { median } from '../figure.ts'
import { countCrossings } from './crossings.ts'
import { countOverlaps } from './overlaps.ts'
import { diagramSubject, layOutTreeSubject, limit } from './own-layouts.ts'
import { timeRenames } from './renames.ts'
import { createSample } from './sample.ts'
import type { CellResult } from './run-cell.ts'
import type { LayoutSubject } from './subject.ts'

const subjects: Record<string, LayoutSubject> = {
  limit,
  layOutTree: layOutTreeSubject,
  Diagram: diagramSubject,
  'd3-hierarchy tree()': d3Tree,
  'd3-flextree': d3Flextree,
  'non-layered-tidy-tree-layout': nonLayered,
  'd3-dag (fast preset)': d3Dag,
  '@dagrejs/dagre': dagreLayered,
  'elkjs layered': elkLayered,
}

const budgetMs = 1_000
const mostRuns = 200

async function measure(subject: LayoutSubject, kind: 'tree' | 'graph', size: number): Promise<CellResult> {
  const prepared = subject(createSample(kind, size))
  const timed = async () => {
    const before = performance.now()
    await prepared.run()
    return performance.now() - before
  }
  const first = await timed()
  const warm: number[] = []
  const since = performance.now()
  while (warm.length < mostRuns && (warm.length < 3 || performance.now() - since < budgetMs)) {
    warm.push(await timed())
    // A layout so slow that three more would not fit into its time is represented by its first warm one.
    if (first > 2_000) break
  }
  const { boxes, chains } = prepared.picture()
  if (boxes.length !== size) throw new Error(`${boxes.length} of ${size} boxes were placed`)
  return {
    ms: median(warm),
    best: Math.min(...warm),
    first,
    runs: warm.length,
    overlaps: countOverlaps(boxes),
    crossings: chains ? countCrossings(chains) : null,
  }
}

const [kind = '', name = '', size = ''] = process.argv.slice(2)
const subject = subjects[name]
const answer =
  kind === 'renames'
    ? timeRenames(Number(size))
    : subject && (kind === 'tree' || kind === 'graph') && (await measure(subject, kind, Number(size)))
if (!answer) throw new Error(`no cell ${kind} ${name}`)
process.stdout.write(JSON.stringify(answer))
