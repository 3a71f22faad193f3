import { expect, it } from 'vitest'
import { doAllHold, readmePart, resultsFile, resultsTable, verdict, withPart, type Group } from './results.ts'

const bar = {
  name: 'opening',
  measured: '90 ms',
  peer: 'limit: 40 ms',
  limit: '3 times',
  holds: true,
  isHighlight: true,
}
const plainFigure = { name: 'first start', measured: '4 s', limit: 'none', holds: true }
const late = { name: 'rename', measured: '4 frames', limit: '3 frames', holds: false }
const groups: Group[] = [
  { bench: 'start', figures: [plainFigure] },
  { bench: 'canvas', figures: [bar, late], details: '## Canvas\n\nall of it' },
]
const where = {
  date: '2026-11-15',
  commit: 'commit abc',
  machine: '2 cores',
  node: '20.19.0',
  browser: '156',
  peers: ['jsmind 0.9.1'],
  minutes: 40.4,
}

it('writes one table, bench by bench, with peer and limit', () => {
  expect(resultsTable(groups).split('\n')).toEqual([
    '| Figure | Measured | Peer | Limit | Holds |',
    '| --- | --- | --- | --- | --- |',
    '| **start** |  |  |  |  |',
    '| first start | 4 s |  | none | yes |',
    '| **canvas** |  |  |  |  |',
    '| opening | 90 ms | limit: 40 ms | 3 times | yes |',
    '| rename | 4 frames |  | 3 frames | **NO** |',
  ])
})

it('counts only bars, and no bench that did not run', () => {
  expect(verdict(groups)).toBe('1 of 2 bars hold.')
  expect(doAllHold(groups)).toBe(false)
  expect(doAllHold([{ bench: 'canvas', figures: [plainFigure, bar] }])).toBe(true)
  const without = [{ bench: 'canvas', figures: [], trouble: 'there is no Chromium' }]
  expect(verdict(without)).toBe('0 of 0 bars hold; not run: canvas.')
  expect(doAllHold(without)).toBe(false)
  expect(resultsTable(without)).toContain('| **canvas** | did not run: there is no Chromium |  |  | **NO** |')
})

it('includes machine, date and versions, with the details below the table', () => {
  const text = resultsFile(groups, where)
  for (const fact of ['2026-11-15', 'commit abc', '2 cores', 'Node 20.19.0', 'Chromium 156', 'jsmind 0.9.1', '40 min'])
    expect(text).toContain(fact)
  expect(text.indexOf('all of it')).toBeGreaterThan(text.indexOf('| rename |'))
})

it('shows only selected figures in the README with the date and the machine', () => {
  const part = readmePart(groups, where)
  expect(part).toContain('| opening |')
  expect(part).not.toContain('| rename |')
  expect(part).toContain('2026-11-15, commit abc, 2 cores')
  expect(part).toContain('1 of 2 bars hold.')
})

it("changes only the README's part between its marks", () => {
  const readme = '# A\n\n<!-- bench -->\n\nold\n\n<!-- /bench -->\n\n## B\n'
  const once = withPart(readme, 'new')
  expect(once).toBe('# A\n\n<!-- bench -->\n\nnew\n\n<!-- /bench -->\n\n## B\n')
  expect(withPart(once, 'new')).toBe(once)
  expect(() => withPart('# A\n', 'new')).toThrow('has no <!-- bench -->')
})
