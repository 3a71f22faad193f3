import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { drawCanvas } from '../testing/drawn-canvas.tsx'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import type { PlanView } from '../workspace/plan-views.ts'
import { emptyFilter } from '../workspace/filter-state.ts'
import { PrintDocument } from './PrintDocument.tsx'
import { listMonths } from './PrintedCalendar.tsx'
import { findPrintedRange, listPrintedTicks } from './PrintedTimeline.tsx'
import { followPrinting } from './follow-printing.tsx'

const manyChildren = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, {}]))
const listPrinted = () =>
  [...document.querySelectorAll('[data-printed]')].map((one) => one.getAttribute('data-printed'))

const send = (event: string) => act(() => void window.dispatchEvent(new Event(event)))

function openPlan() {
  const drawn = drawCanvas({
    nodes: nodesFromOutline({ Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {} } }),
    project: { title: 'Orchard' },
  })
  act(() => {
    drawn.client.edits.change('Soil', { status: 'done', dueDate: '2026-11-20', startDate: '2026-11-18' })
    drawn.client.edits.change('Seeds', { dueDate: '2027-02-03', priority: 'high' })
  })
  const print = (view: PlanView) => {
    drawn.workspace.view.set(view)
    render(<PrintDocument workspace={drawn.workspace} />)
    const place = document.querySelector<HTMLElement>(`[data-printed-view="${view}"]`)
    if (place === null) throw new Error('Nothing was printed')
    return within(place)
  }
  return { ...drawn, print }
}

afterEach(cleanup)

describe('the printed plan', () => {
  it.each<[PlanView, readonly string[]]>([
    ['outline', ['Garden', 'Beds', 'Soil', 'Seeds', 'Wall']],
    ['table', ['Garden', 'Beds', 'Soil', 'Seeds', 'Wall']],
    ['board', ['Seeds', 'Wall', 'Soil']],
    ['timeline', ['Garden', 'Beds', 'Soil', 'Seeds', 'Wall']],
    ['calendar', ['Soil', 'Seeds']],
  ])('has the rows of the view %s', (view, ids) => {
    const printed = openPlan().print(view)
    expect(listPrinted()).toEqual(ids)
    expect(printed.getByRole('heading', { level: 1 }).textContent).toBe('Orchard')
  })

  it('names the view, the day, the focused branch and the filter', () => {
    const { workspace, print } = openPlan()
    act(() => {
      workspace.filter.set({ ...emptyFilter, text: 'tag:ui' })
      workspace.matches.set({ found: null, shown: null, branch: { topId: 'Beds', ids: new Set(['Beds']) } })
    })
    const { textContent } = print('outline').getByRole('heading', { level: 1 }).parentElement ?? { textContent: '' }
    for (const text of ['Outline', 'Filter: tag:ui', 'Branch: Beds', String(new Date().getFullYear())])
      expect(textContent).toContain(text)
  })

  it('prints the map as a picture with every title', () => {
    const printed = openPlan().print('map')
    const picture = printed.getByRole('img')
    for (const title of ['Garden', 'Beds', 'Soil', 'Seeds', 'Wall']) expect(picture.textContent).toContain(title)
  })

  it('prints the fields of a node in a list, and the dates in columns', () => {
    const { print } = openPlan()
    expect(print('outline').getByText('Due date: 2027-02-03 · Priority: High')).toBeTruthy()
    expect(print('timeline').getByRole('columnheader', { name: 'Due date' })).toBeTruthy()
  })

  it('repeats the header of a table, which comes before its rows', () => {
    const table = openPlan().print('table').getByRole('table')
    expect(table.querySelector('thead')?.textContent).toContain('Title')
    expect(table.querySelectorAll('tbody tr')).toHaveLength(5)
  })
})

describe('the scales of paper', () => {
  it('prints a scale of days for two weeks and of years for decades', () => {
    expect(listPrintedTicks({ first: 20_000, end: 20_014 })).toHaveLength(14)
    expect(listPrintedTicks({ first: 20_000, end: 20_000 + 366 * 12 }).length).toBeLessThanOrEqual(16)
    expect(listPrintedTicks({ first: 0, end: 366 * 90 }).length).toBeLessThanOrEqual(16)
    expect(
      findPrintedRange([
        { first: 5, last: 9 },
        { first: 2, last: 3 },
      ]),
    ).toEqual({ first: 2, end: 10 })
  })

  it('prints a sheet for each month with something in it', () => {
    expect(listMonths(['2026-12-31', '2026-11-20', '2026-12-01'])).toEqual(['2026-11-20', '2026-12-01'])
  })
})

describe('printing by the browser', () => {
  it('has all nodes in the page while the browser prints, whatever the screen draws', () => {
    const { workspace, client } = drawCanvas({ nodes: nodesFromOutline({ root: manyChildren }) })
    workspace.view.set('outline')
    const stop = followPrinting(workspace)
    send('beforeprint')
    expect(listPrinted()).toHaveLength(501)
    expect(screen.getAllByText('n499').length).toBeGreaterThan(0)
    send('afterprint')
    expect(listPrinted()).toEqual([])
    act(() => void client.edits.deleteBranches(['n0']))
    send('beforeprint')
    expect(listPrinted()).toHaveLength(500)
    act(() => stop())
    expect(listPrinted()).toEqual([])
    send('beforeprint')
    expect(listPrinted()).toEqual([])
  })
})
