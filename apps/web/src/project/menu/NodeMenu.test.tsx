import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { PlainCanvas } from '../testing/PlainCanvas.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { resetPage } from '../../testing/network.ts'
import { NodeMenu } from './NodeMenu.tsx'
import { breakDownAction, listMenuSections } from './menu-actions.ts'

beforeEach(() => resetPage())

function draw() {
  const workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {} } })
  render(
    <>
      <PlainCanvas workspace={workspace} />
      <NodeMenu workspace={workspace} />
    </>,
  )
  return workspace
}

const labels = () => screen.getAllByRole('menuitem').map((item) => item.firstChild?.textContent)
const open = (workspace: ReturnType<typeof draw>, nodeId: string) => act(() => workspace.menu.set({ nodeId, at: null }))

describe('node menu', () => {
  it('hides what needs a server in a project that no server knows', () => {
    const workspace = { ...draw(), hasServer: false }
    const names = listMenuSections(workspace, 'one')
      .flat()
      .map(({ id }) => id)
    expect(names).toContain('node.add-child')
    expect(names.filter((id) => /^link\.|burnup|break-down/u.test(id))).toEqual([])
    expect(listMenuSections(workspace, 'deep').flat()).not.toContain(breakDownAction)
  })

  it('offers the actions of a branch', () => {
    const workspace = draw()
    open(workspace, 'one')
    expect(screen.getByRole('menu', { name: 'Menu of one' })).toBeTruthy()
    expect(labels()).toEqual([
      'Mark as Done',
      'Edit title',
      'Open panel',
      'Assign…',
      'Due date…',
      'Priority…',
      'Tags…',
      'Estimate…',
      'Blocked by…',
      'Add child',
      'Add sibling after',
      'Add sibling before',
      'Add parent',
      'Focus on branch',
      'Hide children',
      'Fold for me',
      'Toggle descendants',
      'Color descendants',
      'Show burn-up',
      'Move down',
      'Move to…',
      'Also place under…',
      'Copy',
      'Cut',
      'Paste',
      'Link to an existing project',
      'Link to a new project',
      'Delete node',
      'Delete and keep children',
    ])
  })

  it('offers other actions for a leaf that is done, linked and has two parents', () => {
    const workspace = draw()
    act(() => {
      workspace.client.edits.change('deep', { status: 'done', projectLink: 'plum' })
      workspace.client.edits.addParent('deep', 'two')
    })
    open(workspace, 'deep')
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Split description into child nodes',
        'Remove project link',
        'Remove link to one',
        'Remove link to two',
      ]),
    )
    for (const missing of ['Mark as Done', 'Toggle descendants', 'Color descendants', 'Delete and keep children']) {
      expect(labels()).not.toContain(missing)
    }
  })

  it('selects its node, runs the chosen action, and restores the focus to the node', async () => {
    const workspace = draw()
    open(workspace, 'two')
    expect(workspace.selection.get().current).toBe('two')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mark as Done' }))
    expect(workspace.client.node('two')?.status).toBe('done')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('two')
  })

  it('does not choose the entry under the finger that opened the menu', async () => {
    const workspace = draw()
    open(workspace, 'one')
    const entry = screen.getByRole('menuitem', { name: /^Mark as Done/ })
    const lift = () => fireEvent.pointerUp(entry, { pointerType: 'touch' })
    lift()
    expect(workspace.client.node('one')?.status).toBe('todo')
    fireEvent.pointerDown(entry, { pointerType: 'touch' })
    lift()
    fireEvent.click(entry)
    await waitFor(() => expect(workspace.client.node('one')?.status).toBe('done'))
  })

  it('shows how many nodes are selected and which actions change all of them', () => {
    const workspace = draw()
    act(() => workspace.selection.set({ ids: new Set(['one', 'two']), current: 'one' }))
    open(workspace, 'one')
    expect(screen.getByRole('menu', { name: 'Menu of 2 nodes' }).textContent).toMatch(/^2 nodes selected/)
    const counted = screen.getAllByRole('menuitem').filter((item) => item.textContent?.includes('×2'))
    expect(counted.map((item) => item.firstChild?.textContent)).toEqual([
      'Mark as Done',
      'Assign…',
      'Due date…',
      'Priority…',
      'Tags…',
      'Estimate…',
      'Blocked by…',
      'Hide children',
      'Fold for me',
      'Move to…',
      'Copy',
      'Cut',
      'Delete node',
      'Delete and keep children',
    ])
    expect(screen.getByRole('menuitem', { name: 'Delete node' })).toBeTruthy()
  })

  it('closes on Esc and returns to the node', async () => {
    const workspace = draw()
    open(workspace, 'one')
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await waitFor(() => expect(workspace.menu.get()).toBeNull())
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('one')
  })

  it('offers viewers only actions that change nothing', () => {
    const workspace = draw()
    workspace.client.allowEditing(false)
    open(workspace, 'one')
    expect(labels()).toEqual(['Focus on branch', 'Fold for me', 'Show burn-up', 'Copy'])
  })
})
