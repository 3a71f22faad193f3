import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { listExampleNodes } from '../../import-export/example-project.ts'
import { readLastLayout } from '../../shared/last-layout.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { EmptyProjectSlot } from './ProjectScreen.tsx'

beforeAll(polyfillDialogs)
beforeEach(() => window.localStorage.clear())

function draw(canEdit = true) {
  const workspace = openTestWorkspace(openTestProject([], { canEdit }))
  render(<EmptyProjectSlot workspace={workspace} />)
  return workspace
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('project without nodes', () => {
  it('creates a first node and edits its title at once', async () => {
    const workspace = draw()
    await press('Create node')
    expect(workspace.client.outline()).toBe('New node')
    expect(workspace.editing.get()).toMatchObject({ isNew: true })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('starts with the name of the project by a button that has the focus', async () => {
    const workspace = draw()
    const start = await screen.findByRole('button', { name: 'Start with "Pear"' })
    await waitFor(() => expect(document.activeElement).toBe(start))
    await userEvent.keyboard('{Enter}')
    expect(workspace.client.outline()).toBe('Pear')
    const [root] = workspace.selection.get().ids
    expect(workspace.map.focused).toEqual([root])
    expect(workspace.map.revealed).toEqual([root])
    expect(workspace.editing.get()).toBeNull()
    act(() => void workspace.client.edits.undo())
    expect(workspace.client.graph.livingCount).toBe(0)
  })

  it('leaves the focus in a field that has it when the start appears', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    draw()
    await screen.findByRole('button', { name: 'Start with "Pear"' })
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  it('shows a node to do that a filter would hide', async () => {
    const workspace = draw()
    workspace.visibility.set({ ...workspace.visibility.get(), showToDo: false })
    await press('Start with "Pear"')
    expect(workspace.visibility.get().showToDo).toBe(true)
  })

  it('offers four directions and remembers the chosen one for new projects', async () => {
    const workspace = draw()
    const down = await screen.findByRole('button', { name: 'Top Down' })
    expect(screen.getByRole('button', { name: 'Right to Left' }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(down)
    await waitFor(() => expect(workspace.client.project.get().layout).toBe('tree-down'))
    expect(down.getAttribute('aria-pressed')).toBe('true')
    expect(readLastLayout()).toBe('tree-down')
  })

  it('inserts an example in one undo step', async () => {
    const workspace = draw()
    await press('Use an example')
    expect(workspace.client.graph.livingCount).toBe(listExampleNodes().length)
    const nodeList = [...workspace.client.nodes()]
    expect(nodeList.filter(({ hideChildren }) => hideChildren).map(({ title }) => title)).toEqual([
      'Folded branch - click 2',
    ])
    expect(nodeList.find(({ parentIds }) => parentIds.length > 1)?.title).toBe('This one has two parents')
    expect(nodeList.find(({ body }) => body !== '')?.title).toBe('This one has a description')
    expect(workspace.map.focused).toHaveLength(1)
    act(() => void workspace.client.edits.undo())
    expect(await screen.findByRole('button', { name: 'Create node' })).toBeTruthy()
  })

  it('inserts a pasted outline', async () => {
    const workspace = draw()
    await press('Paste an outline')
    await press('Add nodes')
    expect(screen.getByText('Please enter at least one line')).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'Outline' }), 'Garden\n  Beds\n  Paths')
    await press('Add nodes')
    expect(workspace.client.outline()).toBe('Garden(Beds Paths)')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('imports a file into an empty project without asking', async () => {
    const workspace = draw()
    await screen.findByRole('button', { name: 'Import a file' })
    const file = new File(['Garden'], 'garden.txt')
    await userEvent.upload(screen.getByLabelText('File to import'), file)
    expect(workspace.dialog.get()).toEqual({ kind: 'import', file, nodeId: null, isAsked: false })
  })

  it('tells viewers that the project is empty', async () => {
    draw(false)
    expect(await screen.findByText('Nothing has been planned in this project so far.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
