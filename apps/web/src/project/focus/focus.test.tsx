import { noDefinitions } from '@espalier/domain'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { tryAction } from '../actions/action.ts'
import { deleteBranchAction } from '../actions/branch-actions.ts'
import { focusBranchAction, foldLevelActions } from '../actions/focus-actions.ts'
import { isFolded } from '../actions/fold-actions.ts'
import { addChildAction, addSiblingAfterAction } from '../actions/node-actions.ts'
import { emptyFilter } from '../workspace/filter-state.ts'
import { createCell } from '../../platform/cell.ts'
import { createPaletteSource } from '../commands/palette-source.ts'
import { followMatches } from '../filter/match-nodes.ts'
import { buildOutlineRows } from '../outline/outline-rows.ts'
import { drawCanvas } from '../testing/drawn-canvas.tsx'
import { nodesFromOutline, type NodeFixture } from '../testing/node-fixtures.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { FocusBar } from './FocusBar.tsx'

const garden = { Garden: { Beds: { Soil: { Worms: {} }, Seeds: {} }, Wall: {} }, Shed: {} }

function draw() {
  const workspace = openTestWorkspace(garden)
  focusBranch(workspace, 'Beds')
  const { unmount } = render(<FocusBar workspace={workspace} />)
  return Object.assign(workspace, { unmount })
}

const getTop = ({ matches }: ProjectWorkspace) => getFocusedId(matches.get())
const listRows = (workspace: ProjectWorkspace) => buildOutlineRows(workspace).map(({ id, level }) => `${level} ${id}`)
const select = (workspace: ProjectWorkspace, id: string) =>
  act(() => workspace.selection.set({ ids: new Set([id]), current: id }))

describe('a focused branch', () => {
  it('is shown alone on the map and in the outline, with its top as the root', async () => {
    const { workspace, map } = drawCanvas({ nodes: nodesFromOutline(garden) })
    act(() => focusBranch(workspace, 'Beds'))
    expect(map.shownIds()).toEqual(['Beds', 'Soil', 'Worms', 'Seeds'])
    expect(listRows(workspace)).toEqual(['1 Beds', '2 Soil', '3 Worms', '2 Seeds'])
    await waitFor(() =>
      expect(screen.getAllByRole('treeitem').map((one) => one.ariaLevel)).toEqual(['1', '2', '3', '2']),
    )
    act(() => focusBranch(workspace, null))
    expect(map.shownIds()).toHaveLength(7)
  })

  it('is what is below the node, also for nodes whose first parent is elsewhere', () => {
    const nodes: readonly NodeFixture[] = [
      { id: 'a', title: 'a' },
      { id: 'b', title: 'b', parentIds: ['a'] },
      { id: 'c', title: 'c', parentIds: ['a'] },
      { id: 'both', title: 'both', parentIds: ['b', 'c'] },
      { id: 'low', title: 'low', parentIds: ['both'] },
    ]
    const { workspace, map } = drawCanvas({ nodes })
    act(() => focusBranch(workspace, 'c'))
    expect(new Set(map.shownIds())).toEqual(new Set(['c', 'both', 'low']))
    expect(listRows(workspace)).toEqual(['1 c', '2 both', '3 low'])
    const getLeft = (id: string) => map.getRect(id)?.left ?? 0
    expect(getLeft('both')).toBeGreaterThan(getLeft('c'))
  })

  it('is shown although what is above it is folded, and its top whatever its status', () => {
    const { workspace, map, client } = drawCanvas({ nodes: nodesFromOutline(garden) })
    client.edits.change('Garden', { hideChildren: true })
    client.edits.changeMany(['Beds', 'Soil', 'Worms', 'Seeds'], { status: 'done' })
    act(() => focusBranch(workspace, 'Beds'))
    expect(map.shownIds()).toEqual(['Beds', 'Soil', 'Worms', 'Seeds'])
    act(() => workspace.visibility.set({ ...workspace.visibility.get(), showCompleted: false }))
    expect(map.shownIds()).toEqual(['Beds'])
  })

  it('unfolds its top for the person alone when it is focused by the action', () => {
    const workspace = openTestWorkspace(garden)
    workspace.client.allowEditing(false)
    workspace.ownFolds.set(new Map([['Beds', true]]))
    tryAction(focusBranchAction, workspace, 'Beds')
    expect([getTop(workspace), isFolded(workspace, 'Beds')]).toEqual(['Beds', false])
    const findTool = () =>
      createPaletteSource(workspace)
        .listActions()
        .find(({ label }) => label === 'Show everything')
    findTool()?.run()
    expect([getTop(workspace), findTool()]).toEqual([null, undefined])
  })

  it('limits the matches of the filter box, and shows everything of it while others are dimmed', () => {
    const workspace = openTestWorkspace(garden)
    const stop = followMatches(
      workspace,
      createCell({ ...noDefinitions, today: '2026-11-17', viewerId: null, people: [] }),
    )
    workspace.filter.set({ ...emptyFilter, text: 's' })
    const found = [...(workspace.matches.get().shown ?? [])]
    expect(found).toEqual(expect.arrayContaining(['Seeds', 'Shed']))
    focusBranch(workspace, 'Beds')
    const shown = () => [...(workspace.matches.get().shown ?? [])].sort()
    expect(shown()).toEqual(found.filter((id) => ['Beds', 'Soil', 'Worms', 'Seeds'].includes(id)).sort())
    workspace.filter.set({ ...workspace.filter.get(), isDimming: true })
    expect(shown()).toEqual(['Beds', 'Seeds', 'Soil', 'Worms'])
    stop()
    expect([getTop(workspace), shown()]).toEqual(['Beds', ['Beds', 'Seeds', 'Soil', 'Worms']])
    focusBranch(workspace, null)
    expect(workspace.matches.get()).toEqual({ found: null, shown: null })
  })
})

describe('the breadcrumb of a focused branch', () => {
  it('leads to the branches above and to everything', async () => {
    const workspace = draw()
    const bar = screen.getByRole('navigation', { name: 'Focused branch' })
    expect([...bar.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['Garden', 'Beds'])
    await userEvent.click(screen.getByRole('button', { name: 'Garden' }))
    expect([getTop(workspace), workspace.map.focused]).toEqual(['Garden', ['Garden']])
    act(() => void workspace.client.edits.change('Garden', { title: 'Orchard' }))
    expect(bar.textContent).toContain('Orchard')
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }))
    expect(getTop(workspace)).toBeNull()
  })

  it('follows nodes that are added below it or leave it', () => {
    const workspace = draw()
    act(() => void tryAction(addChildAction, workspace, 'Seeds'))
    const added = workspace.selection.get().current ?? ''
    expect(listRows(workspace)).toContain(`3 ${added}`)
    select(workspace, 'Soil')
    act(() => void workspace.client.edits.move(['Soil'], { targetId: 'Wall', side: 'onto' }, false))
    expect(listRows(workspace)).toEqual(['1 Beds', '2 Seeds', `3 ${added}`])
    expect([getTop(workspace), workspace.selection.get().ids.size]).toEqual(['Beds', 0])
  })

  it('ends when the person goes to a node outside of it', () => {
    const workspace = draw()
    act(() => void tryAction(addSiblingAfterAction, workspace, 'Beds'))
    expect(getTop(workspace)).toBeNull()
    act(() => focusBranch(workspace, 'Beds'))
    act(() => showHiddenNode(workspace, 'Wall'))
    expect(getTop(workspace)).toBeNull()
  })

  it('ends when its top is deleted by somebody else, and says so', () => {
    const workspace = draw()
    act(() => void workspace.client.edits.deleteBranches(['Garden']))
    expect(getTop(workspace)).toBeNull()
    expect(workspace.map.announcements.at(-1)).toBe('The focused branch no longer exists. Everything is shown.')
  })

  it('ends before its top is deleted by the person, who then stands on a neighbor', () => {
    const workspace = draw()
    select(workspace, 'Beds')
    act(() => void tryAction(deleteBranchAction, workspace, 'Beds'))
    expect([getTop(workspace), workspace.selection.get().current]).toEqual([null, 'Wall'])
  })
})

const foldTo = async (workspace: ProjectWorkspace, level: number) => {
  const action = foldLevelActions[level - 1]
  if (action !== undefined) tryAction(action, workspace, null)
  await act(async () => import('../actions/fold-to-level.ts'))
}

describe('Fold to level', () => {
  it('shows that many levels to the person alone, also to a viewer', async () => {
    const workspace = openTestWorkspace(garden)
    workspace.client.allowEditing(false)
    await foldTo(workspace, 1)
    expect(listRows(workspace)).toEqual(['1 Garden', '1 Shed'])
    await foldTo(workspace, 3)
    expect(listRows(workspace)).toEqual(['1 Garden', '2 Beds', '3 Soil', '3 Seeds', '2 Wall', '1 Shed'])
    await foldTo(workspace, 5)
    expect(listRows(workspace)).toHaveLength(7)
    expect([...workspace.client.nodes()].some(({ hideChildren }) => hideChildren)).toBe(false)
    expect(workspace.map.announcements.at(-1)).toBe('Folded to level 5, for you only')
  })

  it('counts from the top of a focused branch and takes the selection along', async () => {
    const workspace = draw()
    select(workspace, 'Worms')
    await foldTo(workspace, 2)
    expect(listRows(workspace)).toEqual(['1 Beds', '2 Soil', '2 Seeds'])
    expect(isFolded(workspace, 'Garden')).toBe(false)
  })
})
