import { expect, it } from 'vitest'
import { listContestants } from './contest.ts'
import { withGaps } from './measure-cell.ts'
import { newCell } from './running-cell.ts'
import type { Subject } from './subjects.ts'

const createCell = (kind: Subject['kind'], name: string, size: number, openMs?: number) => {
  const cell = newCell({ kind, name }, size)
  if (openMs !== undefined) cell.results.push(withGaps({ open: { ms: openMs, frames: 1, cpuMs: 1 } }))
  return cell
}

it('selects the cells that decide a bar for turns: the product, the fastest peers, and the limit where it applies', () => {
  const running = [
    createCell('baseline', 'floor', 200, 5),
    createCell('baseline', 'limit', 200, 20),
    createCell('product', 'espalier', 200, 90),
    createCell('peer', 'jsmind', 200, 98),
    createCell('peer', 'mind-elixir', 200, 140),
    createCell('peer', 'markmap-view', 200, 223),
    createCell('baseline', 'limit', 10_000, 40),
    createCell('product', 'espalier', 10_000, 100),
    createCell('peer', 'simple-mind-map', 10_000),
    createCell('peer', '@xyflow/react (only visible)', 10_000, 480),
    createCell('product', 'espalier', 50_000, 700),
  ]
  expect(listContestants(running).map(({ cell, extent }) => `${cell.size} ${cell.subject.name} ${extent}`)).toEqual([
    '200 espalier opening',
    '200 jsmind opening',
    '200 mind-elixir opening',
    '10000 espalier whole',
    '10000 limit whole',
    '10000 @xyflow/react (only visible) opening',
    '50000 espalier opening',
  ])
})
