import { render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject, type TestProject } from '../testing/test-project.ts'
import type { OutlineFixture } from '../testing/node-fixtures.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { clipboardActions } from './clipboard-actions.ts'
import { watchClipboard } from './watch-clipboard.ts'

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useEffect(() => watchClipboard(workspace), [workspace])
  return (
    <div role="tree" aria-label="Pear" data-canvas="">
      {workspace.map.shownIds().map((id) => (
        <div key={id} role="treeitem" aria-selected={false} tabIndex={-1} data-node-id={id} aria-label={id} />
      ))}
      <input aria-label="Field" />
    </div>
  )
}

function open(sketch: OutlineFixture | TestProject, ...selected: readonly string[]) {
  const workspace = openTestWorkspace(sketch)
  workspace.selection.set({ ids: new Set(selected), current: selected[0] ?? null })
  render(<Screen workspace={workspace} />)
  if (selected[0] !== undefined) workspace.map.focus(selected[0])
  return workspace
}

/** The test document has no clipboard: this map plays it for the fake events. */
const kept = new Map<string, string>()
function send(kind: 'copy' | 'cut' | 'paste'): Event {
  const event = new Event(kind, { bubbles: true, cancelable: true })
  const clipboardData = {
    getData: (type: string) => kept.get(type) ?? '',
    setData: (type: string, text: string) => void kept.set(type, text),
  }
  document.activeElement?.dispatchEvent(Object.assign(event, { clipboardData }))
  return event
}

/** The code that reads a clipboard is loaded with the first paste. */
async function paste(): Promise<void> {
  send('paste')
  await vi.dynamicImportSettled()
}

const garden = { Root: { One: { Deep: {} }, Two: {} } }

afterEach(() => kept.clear())

describe('pasting a range of a spreadsheet', () => {
  it('asks for its columns, to be imported below the current node', async () => {
    const workspace = open(garden, 'Two')
    kept.set('text/plain', 'Task\tStatus\nBeds\tdone\n')
    await paste()
    expect(workspace.dialog.get()).toMatchObject({ kind: 'import', nodeId: 'Two', isAsked: false })
    const dialog = workspace.dialog.get()
    expect(dialog?.kind === 'import' && dialog.file.name).toBe('Pasted table.tsv')
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
  })

  it('pastes one column and an outline with tabs as before', async () => {
    const workspace = open(garden, 'Two')
    kept.set('text/plain', 'Beds\n\tRoses')
    await paste()
    expect(workspace.dialog.get()).toBeNull()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two(Beds(Roses)))')
  })
})

describe('copying nodes', () => {
  it('copies the topmost selected nodes in tree order with everything below', () => {
    const workspace = open(garden, 'Two', 'Deep', 'One')
    expect(send('copy').defaultPrevented).toBe(true)
    expect(kept.get('text/plain')).toBe('- One\n  - Deep\n- Two')
    expect(workspace.map.announcements).toEqual(['Copied 3 nodes'])
  })

  it('keeps formats, descriptions, statuses, colors and folds when copying and pasting', async () => {
    const client = openTestProject([
      { id: 'a', title: '<p><b>A</b></p>', body: '<p>why</p>', status: 'done', hideChildren: true },
      { id: 'b', title: 'B', parentIds: ['a'], style: { backgroundColor: '#bbc0ff', processing: false } },
      { id: 'c', title: 'C' },
    ])
    const workspace = open(client, 'a')
    send('copy')
    workspace.selection.set({ ids: new Set(['c']), current: 'c' })
    await paste()
    const [copied] = workspace.selection.get().ids
    expect(client.node(copied ?? '')).toMatchObject({
      title: '<p><b>A</b></p>',
      body: '<p>why</p>',
      status: 'done',
      hideChildren: true,
      parentIds: ['c'],
    })
    const child = client.graph.children(copied ?? '').at(0)
    expect(client.node(child?.id ?? '')).toMatchObject({ title: 'B', style: { backgroundColor: '#bbc0ff' } })
    expect(workspace.map.announcements.at(-1)).toBe('Pasted 2 nodes')
  })

  it('copies a node with two selected parents once', () => {
    const client = openTestProject([
      { id: 'a', title: 'a' },
      { id: 'b', title: 'b', parentIds: ['a'] },
      { id: 'c', title: 'c', parentIds: ['a', 'b'] },
    ])
    open(client, 'a')
    send('copy')
    expect(kept.get('text/plain')?.match(/- c/g)).toHaveLength(1)
  })

  it('leaves the event to the browser without a selection, in a field, and with selected text', () => {
    const workspace = open(garden)
    expect(send('copy').defaultPrevented).toBe(false)
    workspace.selection.set({ ids: new Set(['One']), current: 'One' })
    document.querySelector('input')?.focus()
    expect(send('copy').defaultPrevented).toBe(false)
    expect(send('paste').defaultPrevented).toBe(false)
    workspace.map.focus('One')
    const words = document.body.appendChild(document.createElement('p'))
    words.textContent = 'words'
    window.getSelection()?.selectAllChildren(words)
    expect(send('copy').defaultPrevented).toBe(false)
    words.remove()
    expect(kept.size).toBe(0)
  })
})

describe('cutting nodes', () => {
  it('cuts a branch, restores it with one undo, and pastes it elsewhere', async () => {
    const workspace = open(garden, 'One')
    send('cut')
    expect(workspace.client.outline()).toBe('Root(Two)')
    expect(workspace.selection.get().current).toBe('Two')
    expect(workspace.map.focused.at(-1)).toBe('Two')
    await paste()
    expect(workspace.client.outline()).toBe('Root(Two(One(Deep)))')
    workspace.client.edits.undo()
    workspace.client.edits.undo()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
  })

  it('does not cut without the right to edit', () => {
    const workspace = open(openTestProject([{ id: 'a', title: 'a' }], { canEdit: false }), 'a')
    expect(send('cut').defaultPrevented).toBe(false)
    expect(workspace.client.outline()).toBe('a')
  })
})

describe('pasting nodes', () => {
  it('pastes an outline as branches and selects them', async () => {
    const workspace = open(garden, 'Two')
    kept.set('text/plain', '- Apples\n  - [x] Cox\n  - Bramley\n- Pears')
    await paste()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two(Apples(Cox Bramley) Pears))')
    expect([...workspace.selection.get().ids].map((id) => workspace.client.node(id)?.title)).toEqual([
      'Apples',
      'Pears',
    ])
    expect(workspace.map.announcements).toEqual(['Pasted 4 nodes'])
  })

  it('pastes roots when no node is current', async () => {
    const workspace = open(garden)
    kept.set('text/plain', 'Fig')
    await paste()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two) Fig')
    expect(workspace.map.announcements).toEqual(['Pasted 1 node'])
  })

  it('pastes an outline into an empty project while a button of its start has the focus', async () => {
    const workspace = open({})
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    kept.set('text/plain', 'Garden\n  Beds\n  Paths')
    await paste()
    button.remove()
    expect(workspace.client.outline()).toBe('Garden(Beds Paths)')
    expect(workspace.map.zoom.get()).toBe(0.5)
    expect(workspace.map.announcements).toEqual(['Pasted 3 nodes'])
  })

  it('leaves a paste on a button to the browser once the project has nodes', () => {
    open(garden)
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    expect(send('paste').defaultPrevented).toBe(false)
    button.remove()
  })

  it('unfolds the target branch in the same step', async () => {
    const workspace = open(garden, 'One')
    workspace.client.edits.change('One', { hideChildren: true })
    kept.set('text/plain', 'Fig')
    await paste()
    expect(workspace.client.node('One')?.hideChildren).toBe(false)
    workspace.client.edits.undo()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
    expect(workspace.client.node('One')?.hideChildren).toBe(true)
  })

  it('says why pasting is impossible and changes nothing', async () => {
    const workspace = open(garden, 'One')
    kept.set('text/html', '<p data-espalier-branches="[1]">a</p>')
    await paste()
    expect(workspace.notices).toEqual(["The copied content can't be read. Copy it again."])
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
  })

  it('ignores an empty clipboard, and a viewer’s paste silently', async () => {
    const workspace = open(garden, 'One')
    await paste()
    workspace.client.allowEditing(false)
    kept.set('text/plain', 'Fig')
    await paste()
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
    expect([...workspace.notices, ...workspace.map.announcements]).toEqual([])
  })
})

const action = (id: string) => clipboardActions.find((one) => one.id === id)

const denied = async () => {
  throw new DOMException('Denied', 'NotAllowedError')
}

describe('clipboard menu', () => {
  class Item {
    readonly parts: Record<string, Blob>
    readonly types: readonly string[]
    constructor(parts: Record<string, Blob>) {
      this.parts = parts
      this.types = Object.keys(parts)
    }
    async getType(type: string) {
      return { text: () => readText(this.parts[type]) }
    }
  }

  it('cuts and pastes through the browser’s clipboard', async () => {
    let items: readonly Item[] = []
    vi.stubGlobal('ClipboardItem', Item)
    vi.stubGlobal('navigator', {
      clipboard: { write: async (next: readonly Item[]) => void (items = next), read: async () => items },
    })
    const workspace = open(garden, 'Two')
    action('branch.cut')?.run(workspace, 'One')
    await waitFor(() => expect(workspace.client.outline()).toBe('Root(Two)'))
    action('branch.paste')?.run(workspace, 'Two')
    await waitFor(() => expect(workspace.client.outline()).toBe('Root(Two(One(Deep)))'))
    vi.unstubAllGlobals()
  })

  it('names the keys when the browser denies access, and removes nothing', async () => {
    vi.stubGlobal('navigator', {
      platform: 'Linux',
      clipboard: { write: denied, read: denied, writeText: denied },
    })
    const workspace = open(garden, 'One')
    for (const one of clipboardActions) one.run(workspace, 'One')
    await waitFor(() => expect(workspace.notices).toHaveLength(3))
    expect(workspace.notices.map((text) => /Ctrl\+[CXV]/.exec(text)?.[0]).toSorted()).toEqual([
      'Ctrl+C',
      'Ctrl+V',
      'Ctrl+X',
    ])
    expect(workspace.client.outline()).toBe('Root(One(Deep) Two)')
    vi.unstubAllGlobals()
  })
})

const readText = (blob: Blob | undefined): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.readAsText(blob ?? new Blob())
  })
