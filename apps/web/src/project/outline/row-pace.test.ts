import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowPace, type SeenRows } from './row-pace.ts'

const count = 1_000
const see = (startIndex: number): SeenRows => ({ startIndex, endIndex: startIndex + 19, overscan: 8, count })

/** Draws rows as a view does, and again whenever the pace asks for it. */
function drawRows() {
  let seen = see(0)
  let rows: readonly string[] = []
  const draw = (): void => {
    const { first, last } = pace.findNext(seen)
    rows = Array.from({ length: last - first + 1 }, (_none, at) => `row ${first + at}`)
    pace.remember(seen, new Set(rows))
  }
  const pace = new RowPace(draw)
  draw()
  return {
    pace,
    scrollTo(startIndex: number): void {
      seen = see(startIndex)
      draw()
    },
    get rows() {
      return rows
    },
    get sketched() {
      return rows.filter(pace.isSketched)
    },
  }
}

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] }),
)
afterEach(() => vi.useRealTimers())

it('draws what can be seen at once and the rows beyond it a few at a time', () => {
  const view = drawRows()
  expect(view.rows).toHaveLength(20)
  vi.advanceTimersToNextFrame()
  expect(view.rows).toHaveLength(25)
  vi.advanceTimersToNextFrame()
  expect(view.rows).toHaveLength(28)
})

it('draws only what can be seen first after a jump to another place', () => {
  const view = drawRows()
  vi.runAllTimers()
  view.scrollTo(500)
  expect([view.rows.at(0), view.rows.at(-1)]).toEqual(['row 500', 'row 519'])
  vi.runAllTimers()
  expect([view.rows.at(0), view.rows.at(-1)]).toEqual(['row 492', 'row 527'])
})

it('never leaves a row out that can be seen, however fast somebody scrolls', () => {
  const view = drawRows()
  for (let start = 0; start < 700; start += 13) {
    view.scrollTo(start)
    for (let index = start; index < start + 20; index += 1) expect(view.rows).toContain(`row ${index}`)
  }
})

it('sketches the rows that come in a fast scroll and draws them whole when it is over', () => {
  const view = drawRows()
  vi.runAllTimers()
  for (let start = 4; start <= 40; start += 4) view.scrollTo(start)
  expect(view.sketched.length).toBeGreaterThan(10)
  vi.runAllTimers()
  expect(view.sketched).toEqual([])
})

it('sketches nothing while somebody scrolls slowly', () => {
  const view = drawRows()
  vi.runAllTimers()
  for (let start = 1; start < 60; start += 1) {
    view.scrollTo(start)
    expect(view.sketched).toEqual([])
  }
})

it('asks for nothing more after it was stopped', () => {
  const view = drawRows()
  view.pace.stop()
  vi.runAllTimers()
  expect(view.rows).toHaveLength(20)
})
