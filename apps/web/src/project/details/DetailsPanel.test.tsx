import { limits } from '@espalier/domain'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { useCell } from '../../platform/cell.ts'
import '../../testing/jsdom-polyfills.ts'
import { toastList } from '../../ui/Toasts.tsx'
import { openDetailsAction } from '../actions/node-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { DetailsPanel } from './DetailsPanel.tsx'

function Place({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isOpen = useCell(workspace.detailsNodeId, (nodeId) => nodeId !== null)
  return isOpen ? <DetailsPanel workspace={workspace} /> : null
}

function open({ body = '<p>South wall</p>', canEdit = true, dueDate = null as string | null } = {}) {
  const client = openTestProject(
    [
      { id: 'a', title: '<p>Beds &amp; <b>paths</b></p>', body, dueDate, status: 'progress' },
      { id: 'b', title: 'Gate', body: '<p>Oak</p>' },
    ],
    { canEdit },
  )
  const workspace = openTestWorkspace(client)
  render(
    <>
      <div role="treeitem" aria-selected={false} aria-label="a" tabIndex={-1} data-node-id="a" />
      <Place workspace={workspace} />
    </>,
  )
  act(() => workspace.detailsNodeId.set('a'))
  return { workspace, client, body: (id = 'a') => client.node(id)?.body }
}

const textbox = () => screen.findByRole('textbox', { name: 'Description' })

/** Types in a way that the editor notices. */
async function write(text: string): Promise<HTMLElement> {
  const editor = await textbox()
  act(() => editor.focus())
  editor.querySelector('p')?.append(text)
  // The editor notices changes asynchronously, by a mutation observer.
  await act(async () => undefined)
  return editor
}

afterEach(() => void vi.useRealTimers())

describe('details panel', () => {
  it('shows title and fields and focuses the description with its toolbar', async () => {
    open()
    expect(screen.getByRole('complementary', { name: 'Node details' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Beds & paths' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('progress')
    const editor = await textbox()
    await waitFor(() => expect(document.activeElement).toBe(editor))
    expect(screen.getByRole('toolbar', { name: 'Description formatting' })).toBeTruthy()
  })

  it('lets the title and the description run in the direction of their own script', async () => {
    open()
    expect(screen.getByRole('heading', { name: 'Beds & paths' }).getAttribute('dir')).toBe('auto')
    expect((await textbox()).closest('[dir]')?.getAttribute('dir')).toBe('auto')
  })

  it('lets a description that can only be read run in the direction of its own script', async () => {
    open({ canEdit: false })
    expect((await screen.findByText('South wall')).closest('[dir]')?.getAttribute('dir')).toBe('auto')
  })

  it('saves the description when the editor loses the focus', async () => {
    const { body } = open()
    await write(' first')
    expect(body()).toBe('<p>South wall</p>')
    await userEvent.click(screen.getByRole('treeitem'))
    expect(body()).toBe('<p>South wall first</p>')
  })

  it.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Close panel' }))],
  ])('saves the description when the panel is closed by %s and focuses the node', async (_name, close) => {
    const { body, workspace } = open()
    await waitFor(async () => expect(document.activeElement).toBe(await textbox()))
    await write(' first')
    await close()
    expect(workspace.detailsNodeId.get()).toBeNull()
    expect(body()).toBe('<p>South wall first</p>')
    expect(document.activeElement).toBe(screen.getByRole('treeitem'))
  })

  it('saves the description when the panel moves to another node and keeps the focus', async () => {
    const { body, workspace } = open()
    await write(' first')
    screen.getByRole('treeitem').focus()
    act(() => workspace.detailsNodeId.set('b'))
    await waitFor(async () => expect((await textbox()).textContent).toBe('Oak'))
    expect(body()).toBe('<p>South wall first</p>')
    expect(body('b')).toBe('<p>Oak</p>')
    expect(document.activeElement).toBe(screen.getByRole('treeitem'))
  })

  it('saves the description every five seconds while it has the focus', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { body } = open()
    const editor = await write(' first')
    editor.focus()
    act(() => void vi.advanceTimersByTime(limits.autosaveMs))
    expect(body()).toBe('<p>South wall first</p>')
    expect(document.activeElement).toBe(editor)
  })

  it("stores an emptied description as ''", async () => {
    const { body } = open()
    const editor = await textbox()
    editor.querySelector('p')?.replaceChildren()
    await userEvent.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(body()).toBe('')
  })

  it('makes one visit one undo step', async () => {
    const { client, body } = open()
    await write(' 1')
    await userEvent.click(screen.getByRole('treeitem'))
    await write(' 2')
    await userEvent.click(screen.getByRole('treeitem'))
    expect(body()).toBe('<p>South wall 1 2</p>')
    act(() => void client.edits.undo())
    expect(body()).toBe('<p>South wall</p>')
    await waitFor(async () => expect((await textbox()).textContent).toBe('South wall'))
  })

  it('changes nothing when a description is only viewed', async () => {
    const { client } = open({ body: '<ul><li>a</li></ul>' })
    await textbox()
    await userEvent.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(client.node('a')?.version).toBe(1)
  })

  it('closes the panel when its node is deleted', async () => {
    const { client } = open()
    await textbox()
    act(() => void client.edits.deleteBranches(['a']))
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})

describe('details panel of a selection', () => {
  it('is opened for the whole selection, with the focus on its first field', async () => {
    const { workspace } = open()
    act(() => workspace.detailsNodeId.set(null))
    act(() => workspace.selection.set({ ids: new Set(['a', 'b']), current: 'a' }))
    act(() => openDetailsAction.run(workspace, 'a'))
    expect(document.activeElement).toBe(await screen.findByLabelText('Status'))
  })

  it('edits the fields of all selected nodes and no description', async () => {
    const { client, workspace } = open()
    await textbox()
    act(() => workspace.selection.set({ ids: new Set(['a', 'b']), current: 'a' }))
    expect(screen.getByRole('heading', { name: '2 nodes' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Done')
    expect([client.node('a')?.status, client.node('b')?.status]).toEqual(['done', 'done'])
  })
})

describe('concurrent edits of a description', () => {
  it("shows somebody else's text when nothing was typed", async () => {
    const { client } = open()
    await textbox()
    screen.getByRole('treeitem').focus()
    const node = client.node('a')
    act(() => client.receive(node === undefined ? [] : [{ ...node, body: '<p>North wall</p>' }]))
    await waitFor(async () => expect((await textbox()).textContent).toBe('North wall'))
  })

  it("keeps the typed text in the editor when somebody else's arrives", async () => {
    const { client, body } = open()
    await write(' first')
    const node = client.node('a')
    act(() => client.receive(node === undefined ? [] : [{ ...node, body: '<p>North wall</p>' }]))
    expect((await textbox()).textContent).toBe('South wall first')
    await userEvent.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(body()).toBe('<p>South wall first</p>')
  })
})

describe('description that cannot be saved', () => {
  it('keeps the unsaved text in the editor with the reason, also after reopening the panel', async () => {
    const { client, workspace, body } = open()
    await write(' first')
    act(() => client.allowEditing(false))
    await userEvent.click(screen.getByRole('treeitem'))
    expect((await textbox()).textContent).toBe('South wall first')
    expect(screen.getByText("You don't have permissions to make changes")).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(toastList.get().map(({ text }) => text)).toEqual([
      "You don't have permissions to make changes. Your text for “Beds & paths” was not saved: South wall first",
    ])
    act(() => client.allowEditing(true))
    act(() => workspace.detailsNodeId.set('a'))
    expect((await textbox()).textContent).toBe('South wall first')
    await userEvent.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(body()).toBe('<p>South wall first</p>')
  })
})

describe('details panel of a viewer', () => {
  it('shows a viewer the sanitized description', () => {
    open({ canEdit: false, body: '<p>South <img src=x onerror="boom()"><b>wall</b></p>' })
    const panel = screen.getByRole('complementary', { name: 'Node details' })
    expect(panel.innerHTML).toContain('<p>South <b>wall</b></p>')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows a viewer no panel without a description and without fields', () => {
    open({ canEdit: false, body: '<p><br></p>' })
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('shows a viewer the fields of a node without a description', () => {
    open({ canEdit: false, body: '', dueDate: '2030-01-30' })
    expect(screen.getByText('Wed, Jan 30, 2030')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
