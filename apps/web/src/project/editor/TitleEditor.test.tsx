import { newNodeTitle } from '@espalier/domain'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { useCell } from '../../platform/cell.ts'
import '../../testing/jsdom-polyfills.ts'
import type { ProjectWorkspace, TitleEdit } from '../workspace/project-workspace.ts'
import { TitleEditor } from './TitleEditor.tsx'
import { unsavedTitles } from './title-session.ts'

function Box({ workspace, id }: { readonly workspace: ProjectWorkspace; readonly id: string }) {
  const isPending = useCell(unsavedTitles, (ids) => ids.has(id))
  return (
    <div role="treeitem" aria-selected={false} tabIndex={-1} data-node-id={id} data-pending={isPending || undefined}>
      <TitleEditor workspace={workspace} nodeId={id} />
    </div>
  )
}

function open(title: string, editing: Partial<TitleEdit> = {}, more: readonly NodeFixture[] = []) {
  const client = openTestProject([{ id: 'root', title: 'Root' }, { id: 'a', title, parentIds: ['root'] }, ...more])
  const workspace = openTestWorkspace(client)
  workspace.selection.set({ ids: new Set(['a']), current: 'a' })
  workspace.editing.set({ nodeId: 'a', isNew: false, typed: null, ...editing })
  const { unmount } = render(
    <>
      {['root', 'a', ...more.map(({ id }) => id)].map((id) => (
        <Box key={id} workspace={workspace} id={id} />
      ))}
      <button type="button">Elsewhere</button>
    </>,
  )
  return { workspace, client, unmount, title: () => client.node('a')?.title }
}

const textbox = () => screen.getByRole('textbox', { name: 'Node title' })
const isClosed = () => screen.queryByRole('textbox', { name: 'Node title' }) === null
const item = (id: string) => document.querySelector(`[data-node-id="${id}"]`)

describe('title editor', () => {
  it('opens at once with the caret after the title', async () => {
    const { title } = open('Pear')
    expect(document.activeElement).toBe(textbox())
    expect(textbox().textContent).toBe('Pear')
    await userEvent.keyboard('s{Enter}')
    expect(title()).toBe('Pears')
    expect(isClosed()).toBe(true)
    expect(document.activeElement).toBe(item('a'))
  })

  it.each([
    [0.25, 'scale(4)'],
    [0.5, 'scale(2)'],
    [1, ''],
  ])('draws the editor in a legible size at a zoom of %s', async (zoom, transform) => {
    const { workspace } = open('Pear')
    await screen.findByRole('toolbar', { name: 'Title formatting' })
    act(() => workspace.map.setViewport({ x: 0, y: 0, zoom }))
    // The toolbar was loaded on its own, and begins to follow the zoom a moment after it is shown.
    await waitFor(() => {
      const editor = textbox().closest<HTMLElement>('[role=presentation]')
      expect(editor?.style.transform.replace(/^translateX\(.*?\) /u, '')).toBe(transform)
    })
  })

  it('labels the node with the typed title, and with the old one again on cancel', async () => {
    open('Pear')
    await userEvent.keyboard('s')
    expect(item('a')?.getAttribute('aria-label')).toBe('Pears')
    await userEvent.keyboard('{Escape}')
    expect(item('a')?.getAttribute('aria-label')).toBe('Pear')
  })

  it('stores typed markup as text', async () => {
    const { title } = open('', { typed: '<' })
    await userEvent.keyboard('b> & "c"{Enter}')
    expect(title()).toBe('&lt;b&gt; &amp; "c"')
  })

  it('replaces the title by a letter typed on the node', async () => {
    const { title } = open('<p>Old <strong>one</strong></p>', { typed: 'N' })
    expect(item('a')?.getAttribute('data-pending')).toBe('true')
    await userEvent.keyboard('ew{Enter}')
    expect(title()).toBe('New')
  })

  it('restores the old title on Esc', async () => {
    const { title, workspace } = open('Pear')
    await userEvent.keyboard('s')
    await userEvent.keyboard('{Escape}')
    expect(title()).toBe('Pear')
    expect(workspace.editing.get()).toBeNull()
    expect(document.activeElement).toBe(item('a'))
  })

  it('commits on Tab and edits a new child', async () => {
    const { title, workspace, client } = open('Pear')
    await userEvent.keyboard('s{Tab}')
    expect(title()).toBe('Pears')
    expect(client.outline()).toBe(`Root(Pears(${newNodeTitle}))`)
    const child = client.graph.children('a').at(0)?.id
    expect(workspace.editing.get()).toEqual({ nodeId: child, isNew: true, typed: null })
    expect([...workspace.selection.get().ids]).toEqual([child])
  })

  it('unfolds a folded node for the child that Tab adds while typing', async () => {
    const { client } = open('Pear', {}, [{ id: 'b', title: 'Hidden', parentIds: ['a'] }])
    act(() => void client.edits.change('a', { hideChildren: true }))
    await userEvent.keyboard('s{Tab}')
    expect(client.node('a')?.hideChildren).toBe(false)
    expect(client.graph.children('a').length).toBe(2)
  })

  it('commits on Shift+Tab, focuses the node and adds nothing', async () => {
    const { title, client } = open('Pear')
    await userEvent.keyboard('s{Shift>}{Tab}{/Shift}')
    expect(title()).toBe('Pears')
    expect(client.outline()).toBe('Root(Pears)')
    expect(document.activeElement).toBe(item('a'))
  })

  it('adds no child on Tab when the new node is left without a title', async () => {
    const { client } = open(newNodeTitle, { isNew: true })
    await userEvent.keyboard('{Backspace}{Tab}')
    expect(client.outline()).toBe('Root')
  })

  it('commits on Ctrl+Enter and opens the panel', async () => {
    const { title, workspace } = open('Pear')
    await userEvent.keyboard('s{Control>}{Enter}{/Control}')
    expect(title()).toBe('Pears')
    expect(workspace.detailsNodeId.get()).toBe('a')
  })

  it('commits nothing when an unchanged editor loses the focus', async () => {
    const { title, client } = open('<p>Pear</p>')
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(isClosed()).toBe(true)
    expect(title()).toBe('<p>Pear</p>')
    expect(client.canUndo.get()).toBe(false)
  })

  it('commits a change when the editor loses the focus, which stays elsewhere', async () => {
    const { title } = open('Pear')
    await userEvent.keyboard('s')
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(title()).toBe('Pears')
    expect(document.activeElement?.textContent).toBe('Elsewhere')
  })

  it('leaves keys to an input method while it composes', () => {
    const { workspace } = open('Pear')
    for (const key of ['Enter', 'Tab', 'Escape']) {
      fireEvent.keyDown(textbox(), { key, isComposing: true })
      fireEvent.keyDown(textbox(), { key, keyCode: 229 })
    }
    expect(workspace.editing.get()).not.toBeNull()
  })

  it('keeps keys typed in the title from the screen', async () => {
    const keys: string[] = []
    const recordKey = ({ key }: KeyboardEvent) => void keys.push(key)
    document.addEventListener('keydown', recordKey)
    open('Pear')
    await userEvent.keyboard('s{Delete}{ArrowLeft}{Enter}')
    document.removeEventListener('keydown', recordKey)
    expect(keys).toEqual([])
  })

  it('does not store an emptied title', async () => {
    const { title } = open('Pear')
    await userEvent.clear(textbox())
    await userEvent.keyboard('{Enter}')
    expect(title()).toBe('Pear')
  })

  it('pastes only plain text into a title', async () => {
    const { title } = open('Pear')
    await userEvent.paste({
      getData: (type: string) => (type === 'text/plain' ? ' & <b>' : '<b>x</b>'),
    } as DataTransfer)
    await userEvent.keyboard('{Enter}')
    expect(title()).toBe('Pear &amp; &lt;b&gt;')
  })
})

describe('concurrent edits of a title', () => {
  it('keeps the typed title in the editor when somebody else changes it', async () => {
    const { client, title } = open('Pear')
    await userEvent.keyboard('s')
    const node = client.node('a')
    act(() => client.receive(node === undefined ? [] : [{ ...node, title: 'Quince' }]))
    expect(textbox().textContent).toBe('Pears')
    await userEvent.keyboard('{Enter}')
    expect(title()).toBe('Pears')
  })

  it("keeps somebody else's title when nothing was typed", async () => {
    const { client, title } = open('Pear')
    const node = client.node('a')
    act(() => client.receive(node === undefined ? [] : [{ ...node, title: 'Quince' }]))
    await userEvent.keyboard('{Escape}')
    expect(title()).toBe('Quince')
  })

  it('a node that is gone closes its editor, and what was typed is an undo step of its own', async () => {
    const { client, workspace } = open('Pear')
    await userEvent.keyboard('s')
    act(() => void client.edits.deleteBranches(['a']))
    expect(isClosed()).toBe(true)
    expect(workspace.editing.get()).toBeNull()
    act(() => void client.edits.undo())
    expect(client.node('a')).toBeUndefined()
    act(() => void client.edits.undo())
    expect(client.node('a')?.title).toBe('Pear')
  })

  it('keeps the text in the editor when the right to edit is lost, and says so', async () => {
    const { client, workspace } = open('Pear')
    await userEvent.keyboard('s')
    client.allowEditing(false)
    await userEvent.keyboard('{Enter}')
    expect(textbox().textContent).toBe('Pears')
    expect(workspace.notices).toEqual(["You don't have permissions to make changes"])
  })
})

describe('editor of a new node', () => {
  it('selects the text of a new node', async () => {
    const { title } = open(newNodeTitle, { isNew: true })
    expect(window.getSelection()?.toString()).toBe(newNodeTitle)
    await userEvent.keyboard('Plum{Enter}')
    expect(title()).toBe('Plum')
  })

  it('keeps a new node that is confirmed unchanged', async () => {
    const { title } = open(newNodeTitle, { isNew: true })
    await userEvent.keyboard('{Enter}')
    expect(title()).toBe(newNodeTitle)
  })

  it.each([
    ['going elsewhere', () => userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))],
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['Esc after typing', () => userEvent.keyboard('Plum{Escape}')],
  ])('removes a new node after %s and selects its parent', async (_name, leave) => {
    const { title, workspace } = open(newNodeTitle, { isNew: true })
    await leave()
    expect(title()).toBeUndefined()
    expect(workspace.selection.get().current).toBe('root')
  })

  it('removes an untouched new node when another node is edited, and keeps that editor', async () => {
    const { title, workspace } = open(newNodeTitle, { isNew: true }, [{ id: 'b', title: 'Fig' }])
    act(() => workspace.editing.set({ nodeId: 'b', isNew: false, typed: null }))
    expect(title()).toBeUndefined()
    expect(textbox().textContent).toBe('Fig')
    expect(workspace.editing.get()?.nodeId).toBe('b')
  })

  it('keeps a new node with a typed title when another node is edited', async () => {
    const { title, workspace } = open(newNodeTitle, { isNew: true }, [{ id: 'b', title: 'Fig' }])
    await userEvent.keyboard('Plum')
    act(() => workspace.editing.set({ nodeId: 'b', isNew: false, typed: null }))
    expect(title()).toBe('Plum')
  })

  it('does not discard a new node that has children', async () => {
    const { title } = open(newNodeTitle, { isNew: true }, [{ id: 'b', title: 'Fig', parentIds: ['a'] }])
    await userEvent.keyboard('{Escape}')
    expect(title()).toBe(newNodeTitle)
  })
})

const isRich = () => waitFor(() => expect(textbox().classList.contains('ql-editor')).toBe(true))

describe('title formats', () => {
  it('offers a toolbar that Alt+F10 reaches and Esc leaves', async () => {
    const { workspace } = open('Pear')
    await screen.findByRole('toolbar', { name: 'Title formatting' })
    const tools = screen.getAllByRole('button').map((tool) => tool.getAttribute('aria-label'))
    expect(tools.filter(Boolean)).toEqual(['Bold', 'Subscript', 'Superscript', 'Small', 'Medium', 'Large', 'Huge'])
    await userEvent.keyboard('{Alt>}{F10}{/Alt}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Subscript')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(textbox())
    expect(workspace.editing.get()).not.toBeNull()
  })

  it.each([
    ['Bold', '<p><strong>New node</strong></p>'],
    ['Subscript', '<p><sub>New node</sub></p>'],
    ['Superscript', '<p><sup>New node</sup></p>'],
    ['Small', '<p><span class="ql-size-small">New node</span></p>'],
    ['Large', '<p><span class="ql-size-large">New node</span></p>'],
    ['Huge', '<p><span class="ql-size-huge">New node</span></p>'],
  ])('formats with %s as %s', async (tool, html) => {
    const { title } = open(newNodeTitle, { isNew: true })
    await userEvent.click(await screen.findByRole('button', { name: tool }))
    await isRich()
    await waitFor(() => expect(screen.getByRole('button', { name: tool }).getAttribute('aria-pressed')).toBe('true'))
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe(html)
  })

  it.each([
    [['Bold', 'Huge'], '<p><strong class="ql-size-huge">New node</strong></p>'],
    [['Huge', 'Bold'], '<p><strong class="ql-size-huge">New node</strong></p>'],
    [['Subscript', 'Large'], '<p><sub class="ql-size-large">New node</sub></p>'],
    [['Superscript', 'Small'], '<p><sup class="ql-size-small">New node</sup></p>'],
  ])('combines the formats %s to %s', async (names, html) => {
    const { title } = open(newNodeTitle, { isNew: true })
    for (const name of names) {
      await userEvent.click(await screen.findByRole('button', { name }))
      await isRich()
      await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true'))
    }
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe(html)
  })

  it('makes a plain title rich on Ctrl+B without losing a letter or a space', async () => {
    const { title } = open('Pear')
    await userEvent.keyboard(' {Control>}b{/Control}')
    await isRich()
    expect(textbox().textContent.replace('\ufeff', '')).toBe('Pear ')
    expect(document.activeElement).toBe(textbox())
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe('Pear')
  })

  it('keeps existing formats when the title is edited', async () => {
    const { title } = open('<p>Pear <strong>tree</strong> H<sub>2</sub>O</p>')
    await isRich()
    textbox().querySelector('p')?.append('!')
    await waitFor(() => expect(item('a')?.getAttribute('data-pending')).toBe('true'))
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe('<p>Pear <strong>tree</strong> H<sub>2</sub>O!</p>')
  })

  it('does not change a formatted title that was only opened', async () => {
    const { title, client } = open('<span class="ql-size-medium">Pear</span> <b>x</b>')
    await isRich()
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe('<span class="ql-size-medium">Pear</span> <b>x</b>')
    expect(client.canUndo.get()).toBe(false)
  })

  it('removes a size with Medium, and stores a title without formats as text', async () => {
    const { title } = open('<p><span class="ql-size-huge">Pear</span></p>', { isNew: true })
    await isRich()
    await userEvent.click(await screen.findByRole('button', { name: 'Medium' }))
    await waitFor(() => expect(item('a')?.getAttribute('data-pending')).toBe('true'))
    fireEvent.keyDown(textbox(), { key: 'Enter' })
    expect(title()).toBe('Pear')
  })
})
