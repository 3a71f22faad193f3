import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '../../platform/timing.ts'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { TimelineView } from './TimelineView.tsx'

const noon = new Date(2026, 10, 17, 12).getTime()

const garden: readonly NodeFixture[] = [
  { id: 'Garden', title: 'Garden', parentIds: [], position: 1 },
  { id: 'Soil', title: 'Soil', parentIds: ['Garden'], position: 1, startDate: '2026-11-16', dueDate: '2026-11-20' },
  {
    id: 'Seeds',
    title: 'Seeds',
    parentIds: ['Garden'],
    position: 2,
    startDate: '2026-11-18',
    dueDate: '2026-11-24',
    blockedByIds: ['Soil'],
  },
  { id: 'Fair', title: 'Fair', parentIds: ['Garden'], position: 3, dueDate: '2026-11-27', estimate: 0 },
  { id: 'Pears', title: 'Pears', parentIds: ['Garden'], position: 4, estimate: 3 },
]

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return <TimelineView workspace={workspace} />
}

const pointAt = (clientX: number) => ({
  clientX,
  clientY: 0,
  pointerId: 1,
  isPrimary: true,
  button: 0,
  bubbles: true,
})

const showMoreTime = () => act(() => fireEvent.click(screen.getByRole('button', { name: 'Show more time' })))
const bar = (name: string) => screen.getByRole('button', { name })
const describeBar = (name: string) =>
  document.getElementById(bar(name).getAttribute('aria-describedby') ?? '')?.textContent
const tray = () => within(screen.getByRole('region', { name: 'Not scheduled' }))

function open(nodes: readonly NodeFixture[] = garden, canEdit = true) {
  const workspace = openTestWorkspace(openTestProject(nodes, { canEdit }))
  const page = render(<Screen workspace={workspace} />)
  return {
    workspace,
    page,
    press: (key: string, more: object = {}) =>
      act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more })),
    /** Presses at a point, moves and lifts. In a page without a layout, a pixel of a week is a fourteenth of a day. */
    dragBy: (element: Element, px: number) =>
      act(() => {
        fireEvent.pointerDown(element, pointAt(100))
        fireEvent.pointerMove(element, pointAt(100 + px / 2))
        fireEvent.pointerMove(element, pointAt(100 + px))
        fireEvent.pointerUp(element, pointAt(100 + px))
      }),
    dates: (id: string) => {
      const { startDate, dueDate } = workspace.client.node(id) ?? {}
      return [startDate, dueDate]
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(clock, 'now').mockReturnValue(noon)
})

describe('timeline', () => {
  it('names bars after their titles and dates, and lists nodes without dates', () => {
    const { page } = open()
    expect(page.container.querySelector('[data-view="timeline"]')).not.toBeNull()
    expect(bar('Soil, 2026-11-16 to 2026-11-20').dataset['status']).toBe('todo')
    expect(describeBar('Fair, 2026-11-27 to 2026-11-27')).toBe('Milestone')
    expect(tray().getByRole('button', { name: 'Pears' }).dataset['nodeId']).toBe('Pears')
    expect(page.container.querySelectorAll('[data-node-id="Soil"]')).toHaveLength(1)
    expect(page.container.querySelectorAll('[data-node-id="Pears"]')).toHaveLength(1)
  })

  it('marks a bar that starts before its blocker is due, and says so', () => {
    const { press } = open()
    const seeds = bar('Seeds, 2026-11-18 to 2026-11-24')
    expect(describeBar('Seeds, 2026-11-18 to 2026-11-24')).toBe('Starts before “Soil” is due (2026-11-20)')
    expect(seeds.dataset['violation']).toBe('')
    act(() => seeds.focus())
    press('ArrowRight', { altKey: true })
    press('ArrowRight', { altKey: true })
    expect(bar('Seeds, 2026-11-20 to 2026-11-26').dataset['violation']).toBeUndefined()
  })

  it('moves and resizes a bar by keys, each as one undo step', () => {
    const { press, dates, workspace } = open()
    act(() => bar('Soil, 2026-11-16 to 2026-11-20').focus())
    press('ArrowRight', { altKey: true, shiftKey: true })
    expect(dates('Soil')).toEqual(['2026-11-23', '2026-11-27'])
    press(']')
    press('[', { altKey: true, code: 'BracketLeft' })
    expect(dates('Soil')).toEqual(['2026-11-22', '2026-11-28'])
    for (let times = 0; times < 9; times += 1) press('[')
    expect(dates('Soil')).toEqual(['2026-11-22', '2026-11-22'])
    for (let times = 0; times < 6; times += 1) act(() => void workspace.client.edits.undo())
    expect(dates('Soil')).toEqual(['2026-11-22', '2026-11-28'])
  })

  it('drags a bar, its ends, and all selected bars together, snapping to days', () => {
    const { dragBy, dates, workspace } = open()
    dragBy(bar('Soil, 2026-11-16 to 2026-11-20'), 30)
    expect(dates('Soil')).toEqual(['2026-11-18', '2026-11-22'])
    const end = bar('Soil, 2026-11-18 to 2026-11-22').querySelector('[data-grip="due"]')
    if (end !== null) dragBy(end, -400)
    expect(dates('Soil')).toEqual(['2026-11-18', '2026-11-18'])
    act(() => workspace.selection.set({ ids: new Set(['Soil', 'Fair', 'Pears']), current: 'Soil' }))
    dragBy(bar('Soil, 2026-11-18 to 2026-11-18'), 14)
    expect([dates('Soil'), dates('Fair'), dates('Pears')]).toEqual([
      ['2026-11-19', '2026-11-19'],
      [null, '2026-11-28'],
      [null, null],
    ])
    act(() => void workspace.client.edits.undo())
    expect([dates('Soil')[0], dates('Fair')[1]]).toEqual(['2026-11-18', '2026-11-27'])
  })

  it('schedules a node without dates for as long as its estimate says', () => {
    const { press, dates } = open()
    act(() => tray().getByRole('button', { name: 'Pears' }).focus())
    press('Enter')
    expect(dates('Pears')).toEqual(['2026-11-17', '2026-11-19'])
    expect(document.activeElement).toBe(bar('Pears, 2026-11-17 to 2026-11-19'))
    expect(tray().queryByRole('button', { name: 'Pears' })).toBeNull()
  })

  it('makes a bar where an empty row is clicked', () => {
    const { page, dates } = open()
    const track = page.container.querySelector('[data-track="Pears"]')
    act(() => void (track !== null && fireEvent.click(track, { clientX: 500 })))
    expect(dates('Pears')[0]).not.toBeNull()
    expect(page.container.querySelector('[data-track="Soil"]')).toBeNull()
  })

  it('walks through the rows, folds them, and shows the dates below a parent', () => {
    const { press, page } = open()
    act(() => bar('Soil, 2026-11-16 to 2026-11-20').focus())
    press('ArrowDown')
    expect(document.activeElement).toBe(bar('Seeds, 2026-11-18 to 2026-11-24'))
    press('ArrowLeft')
    expect(document.activeElement).toBe(screen.getByRole('rowheader', { name: 'Garden' }))
    expect(page.container.querySelectorAll('[data-row="Garden"] [style]').length).toBeGreaterThan(0)
    press('ArrowLeft')
    expect(screen.queryByRole('button', { name: /^Soil/ })).toBeNull()
  })

  it('zooms from days to years, and remembers the scale', () => {
    const { page } = open()
    for (let times = 0; times < 6; times += 1) showMoreTime()
    expect(screen.queryByText('Years')).not.toBeNull()
    page.unmount()
    open()
    expect(screen.queryByText('Years')).not.toBeNull()
  })

  it('highlights the critical path, and leaves everything else in the background', () => {
    const { workspace, page } = open()
    act(() => workspace.lens.set({ kind: 'critical', found: new Set(['Soil', 'Seeds']) }))
    expect(bar('Soil, 2026-11-16 to 2026-11-20').dataset['critical']).toBe('')
    expect(page.container.querySelector('[data-row="Fair"]')?.getAttribute('data-dimmed')).toBe('')
    expect(page.container.querySelector('[data-row="Soil"]')?.getAttribute('data-dimmed')).toBeNull()
  })

  it('is only read by people who may not edit', () => {
    const { press, dragBy, dates, page } = open(garden, false)
    const soil = bar('Soil, 2026-11-16 to 2026-11-20')
    act(() => soil.focus())
    press('ArrowRight', { altKey: true })
    press(']')
    dragBy(soil, 60)
    const track = page.container.querySelector('[data-track="Pears"]')
    act(() => void (track !== null && fireEvent.click(track, { clientX: 500 })))
    expect([dates('Soil'), dates('Pears')]).toEqual([
      ['2026-11-16', '2026-11-20'],
      [null, null],
    ])
    expect(screen.queryByRole('button', { name: /^Schedule/ })).toBeNull()
  })

  it('draws only what is near the viewport of a large plan', () => {
    const nodes = Array.from({ length: 4_000 }, (_, at) => ({
      id: `n${at}`,
      title: `row ${at}`,
      parentIds: [],
      position: at,
      ...(at % 2 === 0 && { dueDate: '2026-11-20', blockedByIds: at > 1 ? [`n${at - 2}`] : [] }),
    }))
    const { page } = open(nodes)
    expect(page.container.querySelectorAll('[role=row]').length).toBeLessThan(60)
    expect(page.container.querySelectorAll('*').length).toBeLessThan(1_000)
  })

  it('gives the map its place back when it is left', () => {
    const { workspace, page } = open()
    act(() => workspace.map.focus('Soil'))
    expect(workspace.map.focused).toEqual([])
    page.unmount()
    workspace.map.focus('Soil')
    expect(workspace.map.focused).toEqual(['Soil'])
  })
})
