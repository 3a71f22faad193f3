import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import type { OpenDialog } from '../workspace/project-workspace.ts'
import { listHelpGroups } from './HelpDialog.tsx'
import { ProjectDialogs } from './ProjectDialogs.tsx'

beforeAll(polyfillDialogs)

async function open(dialog: OpenDialog) {
  const workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {}, three: {} } })
  render(<ProjectDialogs workspace={workspace} />)
  act(() => workspace.dialog.set(dialog))
  return { workspace, dialog: within(await screen.findByRole('dialog')) }
}

const choices = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('choosing a new parent', () => {
  it('omits the node, its descendants and its current parent', async () => {
    await open({ kind: 'move-to', nodeId: 'one' })
    expect(screen.getByRole('dialog', { name: 'Move one to…' })).toBeTruthy()
    expect(choices()).toEqual(['twoin root', 'threein root'])
  })

  it('chooses a parent by a few letters and Enter', async () => {
    const { workspace } = await open({ kind: 'move-to', nodeId: 'deep' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Search nodes' }), 'TW{Enter}')
    expect(workspace.client.outline()).toBe('root(one two(deep) three)')
    expect(workspace.map.announcements).toEqual(['Moved deep under two'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(workspace.map.focused).toEqual(['deep'])
  })

  it('chooses a parent by the arrow keys', async () => {
    const { workspace } = await open({ kind: 'add-parent', nodeId: 'deep' })
    expect(screen.getByRole('dialog', { name: 'Also place deep under…' })).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{ArrowDown}{Enter}')
    expect(workspace.client.node('deep')?.parentIds).toEqual(['one', 'three'])
    expect(workspace.map.announcements).toEqual(['deep is also under three'])
  })

  it('moves all selected branches with their descendants', async () => {
    const workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {}, three: {} } })
    workspace.selection.set({ ids: new Set(['one', 'deep', 'two']), current: 'one' })
    render(<ProjectDialogs workspace={workspace} />)
    act(() => workspace.dialog.set({ kind: 'move-to', nodeId: 'one' }))
    await screen.findByRole('dialog', { name: 'Move 2 nodes to…' })
    await userEvent.click(screen.getByRole('button', { name: /^three/ }))
    expect(workspace.client.outline()).toBe('root(three(one(deep) two))')
  })

  it('says when no node matches, and changes nothing on Cancel', async () => {
    const { workspace } = await open({ kind: 'move-to', nodeId: 'deep' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Search nodes' }), 'quince{Enter}')
    expect(screen.getByText('No matching nodes')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(workspace.dialog.get()).toBeNull()
    expect(workspace.client.outline()).toBe('root(one(deep) two three)')
  })
})

describe('help dialog', () => {
  it('lists every key in groups, and closes', async () => {
    const { workspace, dialog } = await open({ kind: 'help' })
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    for (const name of ['Add child', 'Add parent', 'Go to parent', 'Undo', 'Find', 'Zoom in', 'Copy', 'Select more']) {
      expect(dialog.getByText(name)).toBeTruthy()
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(workspace.dialog.get()).toBeNull()
  })

  it('omits editing actions for viewers', () => {
    const workspace = openTestWorkspace({ root: {} })
    workspace.client.allowEditing(false)
    const listed = listHelpGroups(workspace).flatMap(({ lines }) => lines.map(({ label }) => label))
    expect(listed).toContain('Go to parent')
    expect(listed).not.toContain('Add child')
    expect(listed).not.toContain('Cut')
  })
})
