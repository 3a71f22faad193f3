import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { NodeActionBar } from './NodeActionBar.tsx'

function draw() {
  const workspace = openTestWorkspace({ root: { one: {}, two: {} } })
  render(<NodeActionBar workspace={workspace} />)
  const bar = within(screen.getByRole('toolbar', { name: 'Node actions' }))
  const button = (name: string) => bar.getByRole('button', { name })
  const select = (id: string) => act(() => workspace.selection.set({ ids: new Set([id]), current: id }))
  return { workspace, bar, button, select }
}

describe('bar of node actions on a phone', () => {
  it('has the five actions in this order, which do nothing while no node is selected', async () => {
    const { workspace, bar, button } = draw()
    expect(bar.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Child',
      'Sibling',
      'Status',
      'Delete',
      'Undo',
    ])
    for (const name of ['Child', 'Sibling', 'Status', 'Delete', 'Undo']) {
      expect(button(name).getAttribute('aria-disabled')).toBe('true')
      await userEvent.click(button(name))
    }
    expect(workspace.client.outline()).toBe('root(one two)')
  })

  it('adds a child and a sibling of the selected node', async () => {
    const { workspace, button, select } = draw()
    select('one')
    await userEvent.click(button('Child'))
    expect(workspace.client.outline()).toBe('root(one(New node) two)')
    select('one')
    await userEvent.click(button('Sibling'))
    expect(workspace.client.outline()).toBe('root(one(New node) New node two)')
  })

  it('changes the status, deletes the selected node and undoes it', async () => {
    const { workspace, button, select } = draw()
    select('one')
    await userEvent.click(button('Status'))
    expect(workspace.client.node('one')?.status).toBe('progress')
    await userEvent.click(button('Delete'))
    expect(workspace.client.outline()).toBe('root(two)')
    await userEvent.click(button('Undo'))
    expect(workspace.client.outline()).toBe('root(one two)')
  })
})
