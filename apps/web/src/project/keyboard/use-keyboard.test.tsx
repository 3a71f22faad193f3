import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { PlainCanvas } from '../testing/PlainCanvas.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { useKeyboard } from './use-keyboard.ts'

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return (
    <>
      <div data-toolbar="">
        <button type="button">Back</button>
      </div>
      <PlainCanvas workspace={workspace} />
      <fieldset data-view-controls="" tabIndex={-1} aria-label="View">
        <button type="button">Zoom out</button>
      </fieldset>
      <input aria-label="Search" />
      <div role="menu" aria-label="Menu">
        <button type="button">In a menu</button>
      </div>
    </>
  )
}

let workspace: ReturnType<typeof openTestWorkspace>
const draw = (made = openTestWorkspace({ root: { one: { deep: {} }, two: {} } })) => {
  workspace = made
  render(<Screen workspace={workspace} />)
}
const node = (id: string) => screen.getByRole('treeitem', { name: new RegExp(`^${id}`) })

interface Held {
  readonly code?: string
  readonly ctrlKey?: boolean
  readonly shiftKey?: boolean
  readonly altKey?: boolean
  readonly repeat?: boolean
  readonly isComposing?: boolean
  readonly keyCode?: number
}

/** Presses a key at the focus; returns true when the browser's default is not prevented. */
const press = (key: string, held: Held = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...held })

const onNode = (id: string) => node(id).focus()

describe('keys on a node', () => {
  beforeEach(() => draw())

  it('adds a child on Tab and does not move the focus on', () => {
    onNode('two')
    expect(press('Tab')).toBe(false)
    expect(workspace.client.outline()).toBe('root(one(deep) two(New node))')
  })

  it('acts on the focused node whatever is selected', () => {
    workspace.selection.set({ ids: new Set(['two']), current: 'two' })
    onNode('one')
    press('Delete', { ctrlKey: true })
    expect(workspace.client.outline()).toBe('root(two)')
  })

  it('creates one node while a key is held down', () => {
    onNode('two')
    press('Enter')
    expect(press('Enter', { repeat: true })).toBe(false)
    expect(workspace.client.outline()).toBe('root(one(deep) two New node)')
  })

  it('leaves keys to an input method while it composes', () => {
    onNode('two')
    expect(press('Enter', { isComposing: true })).toBe(true)
    expect(press('Tab', { keyCode: 229 })).toBe(true)
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
  })

  it('replaces the title by a typed letter', () => {
    onNode('two')
    expect(press('q')).toBe(false)
    expect(workspace.editing.get()).toEqual({ nodeId: 'two', isNew: false, typed: 'q' })
  })

  it('leaves other key combinations to the browser', () => {
    onNode('two')
    for (const [key, held] of [
      ['r', { ctrlKey: true }],
      ['F5', {}],
      ['l', { altKey: true }],
    ] as const) {
      expect(press(key, held)).toBe(true)
    }
    expect(workspace.editing.get()).toBeNull()
  })

  it('leaves Space to the pointer, which pans or folds with it', () => {
    onNode('one')
    expect(press(' ')).toBe(true)
    fireEvent.keyUp(document.body, { key: ' ' })
    expect(workspace.client.node('one')?.hideChildren).toBe(false)
    expect(workspace.editing.get()).toBeNull()
  })

  it('extends the selection by Shift and an arrow, and takes it back by the opposite one', () => {
    workspace.selection.set({ ids: new Set(['one']), current: 'one' })
    onNode('one')
    press('ArrowDown', { shiftKey: true })
    expect(workspace.selection.get()).toEqual({ ids: new Set(['one', 'two']), current: 'two' })
    expect(document.activeElement).toBe(node('two'))
    press('ArrowUp', { shiftKey: true })
    expect(workspace.selection.get()).toEqual({ ids: new Set(['one']), current: 'one' })
  })

  it('changes the status of the whole selection by Shift+Space', () => {
    workspace.selection.set({ ids: new Set(['one', 'two']), current: 'one' })
    onNode('one')
    expect(press(' ', { shiftKey: true })).toBe(false)
    press(' ', { shiftKey: true, repeat: true })
    expect(['one', 'two', 'deep'].map((id) => workspace.client.node(id)?.status)).toEqual([
      'progress',
      'progress',
      'todo',
    ])
  })

  it('opens the node menu on Shift+F10', () => {
    onNode('one')
    press('F10', { shiftKey: true })
    expect(workspace.menu.get()).toEqual({ nodeId: 'one', at: null })
  })

  it('leaves Enter and Space to a button inside a node', () => {
    screen.getAllByRole('button', { name: 'Node menu' })[0]?.focus()
    expect([press('Enter'), press(' ')]).toEqual([true, true])
    expect(press('ArrowRight')).toBe(false)
  })
})

describe('Esc', () => {
  beforeEach(() => draw())

  it('closes the panel, then the search, then deselects and keeps the focus on the canvas', () => {
    workspace.detailsNodeId.set('one')
    workspace.search.set({ isOpen: true, query: 'x', hits: [], at: -1 })
    onNode('one')
    press('Escape')
    expect(workspace.detailsNodeId.get()).toBeNull()
    expect(workspace.search.get().isOpen).toBe(true)
    onNode('one')
    press('Escape')
    expect(workspace.search.get()).toMatchObject({ isOpen: false, hits: null })
    onNode('one')
    workspace.selection.set({ ids: new Set(['one', 'two']), current: 'one' })
    press('Escape')
    expect(workspace.selection.get()).toEqual({ ids: new Set(), current: null })
    expect(document.activeElement).toBe(screen.getByRole('tree'))
    expect([press('Escape'), press('Enter'), press('Delete')]).toEqual([false, true, true])
    expect(document.activeElement).toBe(screen.getByRole('tree'))
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
  })

  it.each([
    ['Tab', { shiftKey: false }, 'Zoom out'],
    ['Shift+Tab', { shiftKey: true }, 'Back'],
  ])('lets a person leave the canvas by %s afterwards', (_name, held, button) => {
    onNode('one')
    press('Escape')
    expect(press('Tab', held)).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: button }))
    expect(press('Tab')).toBe(true)
    expect(press('Escape')).toBe(true)
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
  })

  it('returns to the tree by an arrow afterwards', () => {
    onNode('two')
    press('Escape')
    press('ArrowDown')
    expect(document.activeElement).toBe(node('root'))
  })
})

describe('keys outside nodes', () => {
  beforeEach(() => draw())

  it.each(['textbox', 'menu'])('ignores keys in a %s', (where) => {
    const place = where === 'textbox' ? screen.getByRole('textbox') : screen.getByText('In a menu')
    workspace.client.edits.deleteBranches(['two'])
    place.focus()
    for (const [key, held] of [
      ['z', { ctrlKey: true }],
      ['f', { ctrlKey: true }],
      ['Delete', {}],
      ['?', {}],
      ['Tab', {}],
    ] as const) {
      expect(press(key, held)).toBe(true)
    }
    expect(workspace.client.outline()).toBe('root(one(deep))')
    expect(workspace.dialog.get()).toBeNull()
  })

  it('handles screen-wide keys on the toolbar, but not those of nodes', () => {
    workspace.client.edits.deleteBranches(['two'])
    screen.getByRole('button', { name: 'Back' }).focus()
    press('z', { ctrlKey: true })
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
    press('=', { altKey: true, code: 'Equal' })
    expect(workspace.map.zoom.get()).toBe(1.25)
    workspace.selection.set({ ids: new Set(['one']), current: 'one' })
    expect([press('Delete'), press('Enter'), press('Tab')]).toEqual([true, true, true])
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
  })

  it('selects nodes and never the words of the page by Ctrl+A, wherever the focus is', () => {
    screen.getByRole('button', { name: 'Back' }).focus()
    expect(press('a', { ctrlKey: true })).toBe(false)
    expect(workspace.selection.get().ids.size).toBe(4)
    screen.getByRole('textbox').focus()
    expect(press('a', { ctrlKey: true })).toBe(true)
  })

  it('acts on the selection without a focus, but lets Tab move on', () => {
    workspace.selection.set({ ids: new Set(['two']), current: 'two' })
    expect(press('Tab')).toBe(true)
    press('Delete')
    expect(workspace.client.outline()).toBe('root(one(deep))')
  })

  it('opens the search bar on Ctrl+F', () => {
    onNode('one')
    expect(press('f', { ctrlKey: true })).toBe(false)
    expect(workspace.search.get().isOpen).toBe(true)
  })
})

describe('keys in an empty project', () => {
  it.each(['Enter', 'Tab'])('creates the first node on %s', (key) => {
    draw(openTestWorkspace({}))
    expect(press(key)).toBe(false)
    expect(workspace.client.outline()).toBe('New node')
  })
})

it('selects no words of the page by Ctrl+A in an empty project', () => {
  draw(openTestWorkspace({}))
  expect(press('a', { ctrlKey: true })).toBe(false)
})

describe('keys of a viewer', () => {
  it('lets a viewer walk by arrows and leave by Tab', () => {
    draw()
    workspace.client.allowEditing(false)
    onNode('root')
    press('ArrowRight')
    expect(document.activeElement).toBe(node('one'))
    expect([press('Tab'), press('q'), press('Delete')]).toEqual([true, true, true])
    expect(workspace.client.outline()).toBe('root(one(deep) two)')
    expect(workspace.editing.get()).toBeNull()
  })
})
