import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultVisibility } from '@espalier/domain'
import { createCell, useCell } from '../../platform/cell.ts'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { resetPage } from '../../testing/network.ts'
import { createMapController } from '../map/rendering/map-controller.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { formatSharedHash, parseAddressHash } from '../workspace/project-address.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findKeyPercent, limitPercent } from './SplitSeparator.tsx'
import { SplitView } from './SplitView.tsx'
import { ViewStage } from './ViewStage.tsx'

const plan = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {} } }

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const view = useCell(workspace.split)
  return (
    <div>
      <div>
        <ViewStage workspace={workspace} view="map" />
        {view !== null && <SplitView workspace={workspace} view={view} />}
      </div>
    </div>
  )
}

async function open(canEdit = true) {
  const client = openTestProject(nodesFromOutline(plan), { project: { layout: 'tree-right' }, canEdit })
  const workspace = createProjectWorkspace({
    client,
    visibility: createCell(defaultVisibility),
    navigate: () => undefined,
    notify: () => undefined,
    createMap: createMapController,
  })
  workspace.split.set('outline')
  render(
    <MemoryRouter>
      <Screen workspace={workspace} />
    </MemoryRouter>,
  )
  const pane = await screen.findByRole('region', { name: 'Second view: Outline' })
  await within(pane).findByRole('treeitem', { name: /Soil/ })
  return { client, workspace, pane }
}

const row = (pane: HTMLElement, name: string) => within(pane).getByRole('treeitem', { name: new RegExp(name, 'u') })

const findBox = (id: string) => document.querySelector(`[data-canvas] [data-node-id="${id}"]`)

describe('a second view', () => {
  beforeEach(() => resetPage())
  afterEach(cleanup)

  it('shows the same plan in both views, and an edit of one in the other', async () => {
    const { client, pane } = await open()
    expect(document.querySelectorAll('[data-node-id="Soil"]')).toHaveLength(2)
    act(() => void client.edits.change('Soil', { title: 'Compost' }))
    // A view that has just appeared listens to the project once React has run its effects.
    await waitFor(() => expect(row(pane, 'Compost')).toBeTruthy())
    await waitFor(() => expect(findBox('Soil')?.textContent).toContain('Compost'))
  })

  it('shares the selection with the second view, whose arrow keys move in it', async () => {
    const { workspace, pane } = await open()
    act(() => workspace.selection.set({ ids: new Set(['Soil']), current: 'Soil' }))
    expect(row(pane, 'Soil').getAttribute('aria-selected')).toBe('true')
    act(() => row(pane, 'Soil').focus())
    fireEvent.keyDown(row(pane, 'Soil'), { key: 'ArrowDown' })
    expect(workspace.selection.get().current).toBe('Seeds')
    expect(pane.contains(document.activeElement)).toBe(true)
  })

  it('edits a title in one of the two views only', async () => {
    const { workspace, pane } = await open()
    act(() => row(pane, 'Seeds').focus())
    fireEvent.keyDown(row(pane, 'Seeds'), { key: 'F2' })
    expect(within(pane).getByRole('textbox')).toBeTruthy()
    expect([workspace.editing.get(), screen.getAllByRole('textbox')]).toEqual([
      null,
      [within(pane).getByRole('textbox')],
    ])
  })

  it('opens the second view, swaps it with the open one, and closes it', async () => {
    const { workspace, pane } = await open()
    await userEvent.selectOptions(within(pane).getByLabelText('Choose the second view'), 'Table')
    expect(workspace.split.get()).toBe('table')
    expect(await screen.findByRole('region', { name: 'Second view: Table' })).toBeTruthy()
    act(() => workspace.view.set('table'))
    expect(workspace.split.get()).toBe('map')
    await userEvent.click(screen.getByRole('button', { name: 'Close second view' }))
    expect(workspace.split.get()).toBeNull()
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('reads the second view from the address, and ignores nonsense', async () => {
    const { workspace } = await open()
    expect(formatSharedHash(workspace)).toBe('#split=outline')
    expect([parseAddressHash('#split=table').split, parseAddressHash('#split=chart').split]).toEqual(['table', null])
  })

  it('changes the width of the second view with the arrow keys, and remembers it', async () => {
    await open()
    const line = screen.getByRole('separator', { name: 'Width of the second view' })
    expect(line.getAttribute('aria-valuenow')).toBe('50')
    fireEvent.keyDown(line, { key: 'ArrowLeft' })
    expect(line.getAttribute('aria-valuenow')).toBe('55')
    expect(localStorage.getItem('split-percent')).toBe('55')
    expect(['End', 'Home', 'ArrowRight', 'a'].map((key) => findKeyPercent(key, 30))).toEqual([25, 75, 25, null])
    expect([limitPercent(Number.NaN), limitPercent(3), limitPercent(99)]).toEqual([50, 25, 75])
  })
})
