import type { Transition } from '@espalier/domain'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeTransitions } from '../../api/transitions.ts'
import { FakeForecastWorker } from '../testing/forecast-worker.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { clock } from '../../platform/timing.ts'
import { resetPage } from '../../testing/network.ts'
import { tryAction } from '../actions/action.ts'
import { listMenuSections, showBurnupAction } from '../menu/menu-actions.ts'
import { loadViewSettings } from '../workspace/view-settings.ts'
import { BurnupPanel } from './BurnupPanel.tsx'

const dayMs = 86_400_000
const monday = Date.parse('2026-03-02T12:00:00Z')

const became = (...entries: (readonly [days: number, to: Transition['to']])[]): readonly Transition[] =>
  entries.map(([days, to], index) => ({ dt: monday + days * dayMs, from: entries[index - 1]?.[1] ?? 'deleted', to }))

const lives: readonly NodeTransitions[] = [
  { id: 'root', title: 'Root', parentIds: [], transitions: became([0, 'todo']) },
  { id: 'beds', title: 'Beds', parentIds: ['root'], transitions: became([1, 'todo']) },
  { id: 'peas', title: 'Peas', parentIds: ['beds'], transitions: became([1, 'todo'], [8, 'progress'], [15, 'done']) },
  { id: 'shed', title: 'Shed', parentIds: ['root'], transitions: became([8, 'todo'], [9, 'deleted']) },
  { id: 'path', title: 'Path', parentIds: ['root'], transitions: became([16, 'todo']) },
]

async function draw(answer: readonly NodeTransitions[] | null = lives) {
  const workspace = openTestWorkspace({ root: { beds: { peas: {} }, path: {} } })
  for (const { id, title } of lives) if (workspace.client.node(id)) workspace.client.edits.change(id, { title })
  workspace.client.edits.change('peas', { status: 'done' })
  const { metrics } = loadViewSettings('ada', 'pear')
  render(<BurnupPanel workspace={workspace} metrics={metrics} fetch={async () => answer} />)
  if (answer !== null && answer.length > 0) await screen.findByRole('table')
  return { workspace, metrics }
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join('/'))

const periods = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((one) => one.textContent)

const size = () => {
  const chart = screen.getByRole('img', { name: 'Burn-up chart' })
  return `${chart.getAttribute('width')}x${chart.getAttribute('height')}`
}

beforeEach(() => {
  resetPage()
  vi.stubGlobal('Worker', FakeForecastWorker)
  window.localStorage.clear()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('burn-up chart', () => {
  it('draws the chart in the stored size with its figures in a table', async () => {
    await draw()
    const chart = screen.getByRole('img', { name: 'Burn-up chart' })
    expect([chart.getAttribute('width'), chart.getAttribute('height')]).toEqual(['500', '350'])
    expect(screen.getByRole('table', { name: 'Burn-up by week' })).toBeTruthy()
    expect(rows()).toEqual(['3/0', '4/1'])
    expect(periods()).toEqual(['Week of Mar 2, 2026', 'Week of Mar 16, 2026'])
  })

  it('shows one end: that of the simulated futures if there are some', async () => {
    const nowMs = monday + 60 * dayMs
    vi.spyOn(clock, 'now').mockReturnValue(nowMs)
    const ids = Array.from({ length: 50 }, (_, index) => `n${index}`)
    const workspace = openTestWorkspace({ root: Object.fromEntries(ids.map((id) => [id, {}])) })
    const finished = ids.slice(0, 40)
    for (const id of finished) workspace.client.edits.change(id, { status: 'done' })
    const history = ids.map((id, index) => ({
      id,
      title: id,
      parentIds: ['root'],
      transitions: became([0, 'todo'], ...(index < 40 ? [[20 + index - 0.5, 'done'] as [number, 'done']] : [])),
    }))
    const root = { id: 'root', title: 'Root', parentIds: [], transitions: became([0, 'todo']) }
    const { metrics } = loadViewSettings('ada', 'pear')
    render(<BurnupPanel workspace={workspace} metrics={metrics} fetch={async () => [root, ...history]} />)
    expect(await screen.findByText(/^85 of 100 simulated futures end by/u)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/^At the recent pace/u)).toBeNull())
  })

  it('counts by another resolution and stores it', async () => {
    const { metrics } = await draw()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time resolution' }), 'day')
    expect(rows()).toEqual(['1/0', '3/0', '4/0', '3/0', '3/1', '4/1'])
    expect(metrics.get().timeResolution).toBe('day')
    expect(loadViewSettings('ada', 'pear').metrics.get().timeResolution).toBe('day')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time resolution' }), 'month')
    expect(rows()).toEqual(['4/1'])
    expect(periods()).toEqual(['March 2026'])
  })

  it('follows edits of the project', async () => {
    const { workspace } = await draw()
    act(() => void workspace.client.edits.change('beds', { status: 'done' }))
    await waitFor(() => expect(rows()).toEqual(['3/0', '4/1', '4/2']))
    act(() => void workspace.client.edits.create({ kind: 'child', parentId: 'root' }))
    await waitFor(() => expect(rows().at(-1)).toBe('5/2'))
    act(() => void workspace.client.edits.deleteBranches(['beds']))
    await waitFor(() => expect(rows().at(-1)).toBe('3/0'))
  })

  it('shows the burn-up of a branch, including its deleted nodes', async () => {
    const { workspace } = await draw()
    expect(tryAction(showBurnupAction, workspace, 'path')).toBe(false)
    expect(listMenuSections(workspace, 'beds').flat()).toContain(showBurnupAction)
    act(() => void tryAction(showBurnupAction, workspace, 'beds'))
    expect(screen.getByRole('heading', { name: 'Burn-up of Beds' })).toBeTruthy()
    expect(rows()).toEqual(['2/0', '2/1'])
    act(() => void workspace.client.edits.move(['path'], { side: 'onto', targetId: 'beds' }))
    await waitFor(() => expect(rows()).toEqual(['2/0', '3/1']))
    await userEvent.click(screen.getByRole('button', { name: 'Whole project' }))
    expect(screen.getByRole('heading', { name: 'Burn-up' })).toBeTruthy()
    expect(rows()).toEqual(['3/0', '4/1'])
  })

  it('reads the period, its figures and its nodes by keyboard', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2026, 3, 1, 12))
    const { workspace } = await draw()
    const slider = screen.getByRole('slider', { name: 'Period' })
    expect(slider.getAttribute('aria-valuetext')).toBe('Week of Mar 30, 2026: scope 4, done 1')
    fireEvent.change(slider, { target: { value: '0' } })
    expect(slider.getAttribute('aria-valuetext')).toBe('Week of Mar 2, 2026: scope 3, done 0')
    fireEvent.change(slider, { target: { value: '1' } })
    expect(slider.getAttribute('aria-valuetext')).toBe('Week of Mar 16, 2026: scope 4, done 1')
    fireEvent.change(slider, { target: { value: '0' } })
    fireEvent.keyDown(slider, { key: 'Enter' })
    const heading = screen.getByRole('heading', { name: 'Week of Mar 2, 2026: 3 nodes' })
    expect(document.activeElement).toBe(heading)
    const list = screen.getByRole('list', { name: 'Nodes of this step' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Root created', 'Beds created', 'Peas created'])
    await userEvent.click(within(list).getByRole('button', { name: /Peas/ }))
    expect(workspace.map.focused).toEqual(['peas'])
    expect(workspace.selection.get().current).toBe('peas')
    fireEvent.keyDown(heading, { key: 'Escape' })
    expect(screen.queryByRole('list')).toBeNull()
    expect(document.activeElement).toBe(slider)
  })

  it('shows the step under the pointer and opens it by a click', async () => {
    const { workspace } = await draw()
    act(() => void workspace.client.edits.deleteBranches(['path']))
    await waitFor(() => expect(rows()).toHaveLength(3))
    const chart = screen.getByRole('img', { name: 'Burn-up chart' })
    fireEvent.pointerMove(chart, { clientX: 499 })
    expect(chart.querySelectorAll('circle')).toHaveLength(2)
    fireEvent.click(chart, { clientX: 499 })
    const list = screen.getByRole('list', { name: 'Nodes of this step' })
    expect(list.textContent).toBe('Path deleted')
    expect(within(list).queryByRole('button')).toBeNull()
    fireEvent.pointerLeave(chart)
    expect(chart.querySelectorAll('circle')).toHaveLength(0)
  })

  it('resizes by keyboard and pointer and stores the size', async () => {
    await draw()
    const handle = screen.getByRole('separator', { name: 'Resize burn-up' })
    fireEvent.keyDown(handle, { key: 'ArrowRight' })
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    expect(size()).toBe('520x330')
    expect(handle.getAttribute('aria-valuetext')).toBe('520 by 330 pixels')
    fireEvent.pointerDown(handle, { button: 0, clientX: 600, clientY: 100 })
    fireEvent.pointerMove(handle, { clientX: 700, clientY: 50 })
    fireEvent.pointerUp(handle)
    fireEvent.pointerMove(handle, { clientX: 900, clientY: 0 })
    expect(size()).toBe('620x380')
    expect(window.localStorage.getItem('burnup-size')).toBe('620x380')
    fireEvent.keyDown(handle, { key: 'Home' })
    expect(size()).toBe('500x350')
  })

  it.each(['9x9', '99999x99999', 'wide', ''])('opens in a usable size whatever was stored: %s', async (kept) => {
    window.localStorage.setItem('burnup-size', kept)
    await draw()
    const width = Number(screen.getByRole('img', { name: 'Burn-up chart' }).getAttribute('width'))
    expect(width).toBeGreaterThanOrEqual(240)
    expect(width).toBeLessThanOrEqual(2_400)
  })

  it('explains an empty chart and a failed request', async () => {
    const { metrics } = loadViewSettings('ada', 'pear')
    const empty = openTestWorkspace({})
    const { unmount } = render(<BurnupPanel workspace={empty} metrics={metrics} fetch={async () => []} />)
    expect(await screen.findByText(/The chart starts with your first node/)).toBeTruthy()
    unmount()
    let isUp = false
    const workspace = openTestWorkspace({ root: {} })
    render(<BurnupPanel workspace={workspace} metrics={metrics} fetch={async () => (isUp ? [] : null)} />)
    expect((await screen.findByRole('alert')).textContent).toContain("couldn't be loaded")
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: 'Burn-up chart' })).toBeTruthy()
  })

  it('closes the chart and restores the focus', async () => {
    const { workspace, metrics } = await draw()
    act(() => {
      metrics.set({ ...metrics.get(), showBurnup: true })
      workspace.burnupNodeId.set('beds')
      workspace.selection.set({ ids: new Set(['peas']), current: 'peas' })
    })
    await userEvent.click(screen.getByRole('button', { name: 'Close burn-up' }))
    expect(metrics.get().showBurnup).toBe(false)
    expect(workspace.burnupNodeId.get()).toBeNull()
    expect(workspace.map.focused).toEqual(['peas'])
  })
})
