import { expect, it } from 'vitest'
import { contestantsOf } from './contest.ts'
import { withGaps } from './measure-cell.ts'
import { newCell } from './running-cell.ts'
import type { Subject } from './subjects.ts'

const cellOf = (kind: Subject['kind'], name: string, size: number, openMs?: number) => {
  const cell = newCell({ kind, name }, size)
  if (openMs !== undefined) cell.results.push(withGaps({ open: { ms: openMs, frames: 1, cpuMs: 1 } }))
  return cell
}

it('selects the cells that decide a bar for turns: the product, the fastest peers, and the limit where it applies', () => {
  const running = [
    cellOf('baseline', 'floor', 200, 5),
    cellOf('baseline', 'limit', 200, 20),
    cellOf('product', 'espalier', 200, 90),
    cellOf('peer', 'jsmind', 200, 98),
    cellOf('peer', 'mind-elixir', 200, 140),
    cellOf('peer', 'markmap-view', 200, 223),
    cellOf('baseline', 'limit', 10_000, 40),
    cellOf('product', 'espalier', 10_000, 100),
    cellOf('peer', 'simple-mind-map', 10_000),
    cellOf('peer', '@xyflow/react (only visible)', 10_000, 480),
    cellOf('product', 'espalier', 50_000, 700),
  ]
  expect(contestantsOf(running).map(({ cell, extent }) => `${cell.size} ${cell.subject.name} ${extent}`)).toEqual([
    '200 espalier opening',
    '200 jsmind opening',
    '200 mind-elixir opening',
    '10000 espalier whole',
    '10000 limit whole',
    '10000 @xyflow/react (only visible) opening',
    '50000 espalier opening',
  ])
})
