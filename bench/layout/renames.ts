import { Diagram } from '@espalier/layout'
import { median } from '../figure.ts'
import type { RenameResult } from './run-cell.ts'
import { createDice, createSample } from './sample.ts'

const renames = 1_000

/** A new title is a new width: one box changes, and everything it moves is laid out again. */
export function timeRenames(size: number): RenameResult {
  const { nodes } = createSample('tree', size)
  const full: number[] = []
  let diagram = new Diagram('right', nodes)
  for (let run = 0; run < 60; run += 1) {
    const before = performance.now()
    diagram = new Diagram('right', nodes)
    diagram.settle()
    full.push(performance.now() - before)
  }
  const roll = createDice(99)
  const times: number[] = []
  for (let rename = 0; rename < renames; rename += 1) {
    const { id = '', height = 0 } = nodes[roll(size)] ?? {}
    const width = 60 + roll(240)
    // One title in three wraps to another number of lines.
    const lines = roll(3) === 0 ? 20 : 0
    const before = performance.now()
    diagram.resize(id, { width, height: height + lines })
    diagram.settle()
    times.push(performance.now() - before)
  }
  return { rename: median(times), slowest: Math.max(...times), full: median(full.slice(5)) }
}
