import { act, fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { canvas, drawCanvas, garden, item, part, pointer, selected } from '../../testing/drawn-canvas.tsx'
import { nodesFromOutline } from '../../testing/node-fixtures.ts'
import { tryAction, type WorkspaceAction } from '../../actions/action.ts'
import { redoAction, undoAction } from '../../actions/undo-actions.ts'

const readAnnouncement = (): string => document.querySelector('[aria-live=polite]')?.textContent ?? ''

/** Begins a drag of a over c. */
const begun = () => {
  const drawn = drawCanvas()
  pointer().down(item('a'), drawn.getPoint('a'))
  pointer().move(drawn.getPoint('c'))
  expect(canvas().dataset['hand']).toBe('dragging')
  return drawn
}

const expectGivenUp = (drawn: ReturnType<typeof drawCanvas>) => {
  expect(document.querySelector('[data-overlay]')).toBeNull()
  pointer().up(drawn.getPoint('c'))
  expect(drawn.client.outline()).toBe('root(a(a1) b c)')
}

const findHandle = (drawn: ReturnType<typeof drawCanvas>, id: string) => {
  act(() => drawn.workspace.selection.set({ ids: new Set([id]), current: id }))
  return within(item(id)).getByRole('button', { name: 'Add a parent link' })
}

describe('dragging a branch', () => {
  it('moves a branch under the node it is dropped on, announces it, and undoes it in one step', () => {
    const { client, getPoint } = drawCanvas()
    pointer().drag(item('a'), getPoint('a'), getPoint('c'))
    expect(client.outline()).toBe('root(b c(a(a1)))')
    expect(readAnnouncement()).toBe('Moved a under c')
    expect(document.activeElement).toBe(item('a'))
    expect(document.querySelector('[data-overlay]')).toBeNull()
    act(() => void client.edits.undo())
    expect(client.outline()).toBe('root(a(a1) b c)')
  })

  it('shows the dragged branch and whether it lands in a node or beside it', () => {
    const { getPoint } = drawCanvas()
    pointer().down(item('a'), getPoint('a'))
    pointer().move(getPoint('c'))
    expect(part('ghost')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
    expect(part('mark')?.dataset['kind']).toBe('box')
    pointer().move(getPoint('c', 0.5, 0.05))
    expect(part('mark')?.dataset['kind']).toBe('line')
    pointer().move(getPoint('a1'))
    expect(part('mark')?.dataset['kind']).toBe('none')
    pointer().move(getPoint('c'), { shiftKey: true })
    expect(part('ghost')?.getAttribute('d')?.match(/M/g)).toHaveLength(1)
  })

  it('drops before the sibling whose edge it is dropped on', () => {
    const { client, getPoint } = drawCanvas()
    pointer().drag(item('c'), getPoint('c'), getPoint('a', 0.5, 0.05))
    expect(client.outline()).toBe('root(c a(a1) b)')
    expect(readAnnouncement()).toBe('Moved c before a')
  })

  it('keeps the drop target at its screen position', () => {
    const { getPoint } = drawCanvas()
    const before = getPoint('b')
    pointer().drag(item('a'), getPoint('a'), before)
    expect(getPoint('b')).toEqual(before)
  })

  it.each([false, true])('restores the screen positions after undo and redo (Shift: %s)', (shiftKey) => {
    const nodes = nodesFromOutline({ root: { one: { two: {}, three: {} }, four: { five: {} }, six: {} } })
    const { workspace, getPoint } = drawCanvas({ nodes })
    const points = () => ['root', 'one', 'two', 'three', 'four', 'five', 'six'].map((id) => getPoint(id))
    const drag = (id: string, to: string) => pointer().drag(item(id), getPoint(id), getPoint(to), { shiftKey })
    const run = (action: WorkspaceAction) => act(() => void tryAction(action, workspace, null))
    const stages = [points()]
    drag('one', 'four')
    stages.push(points())
    drag('one', 'six')
    stages.push(points())
    run(undoAction)
    expect(points()).toEqual(stages[1])
    run(undoAction)
    expect(points()).toEqual(stages[0])
    expect(selected()).toEqual(['one'])
    run(redoAction)
    expect(points()).toEqual(stages[1])
    run(redoAction)
    expect(points()).toEqual(stages[2])
    expect(selected()).toEqual(['one'])
  })

  it('moves a node alone while Shift is held', () => {
    const { client, getPoint } = drawCanvas()
    pointer().drag(item('a'), getPoint('a'), getPoint('c'), { shiftKey: true })
    expect(client.outline()).toBe('root(a1 b c(a))')
  })

  it('moves the whole selection in one step', () => {
    const { client, getPoint } = drawCanvas()
    pointer().press(item('b'), getPoint('b'))
    for (const id of ['a1', 'a']) pointer().press(item(id), getPoint(id), { ctrlKey: true })
    pointer().drag(item('a'), getPoint('a'), getPoint('c'))
    expect(client.outline()).toBe('root(c(a(a1) b))')
    expect(readAnnouncement()).toBe('Moved 2 nodes under c')
    act(() => void client.edits.undo())
    expect(client.outline()).toBe('root(a(a1) b c)')
  })

  it('moves nothing when dropped on a descendant, on the parent, or nowhere', () => {
    const { client, notices, getPoint } = drawCanvas()
    for (const target of [getPoint('a1'), getPoint('root'), { x: 900, y: 700 }]) {
      pointer().drag(item('a'), getPoint('a'), target)
    }
    expect(client.outline()).toBe('root(a(a1) b c)')
    expect(notices).toEqual([])
  })

  it('selects the folded node that a branch disappeared in', () => {
    const folded = garden.map((node) => (node.id === 'a' ? { ...node, hideChildren: true } : node))
    const { workspace, getPoint } = drawCanvas({ nodes: folded })
    pointer().drag(item('b'), getPoint('b'), getPoint('a'))
    expect(workspace.selection.get().current).toBe('a')
    expect(document.activeElement).toBe(item('a'))
  })
})

describe('canceled drag', () => {
  it('cancels a drag on Esc, which does nothing else', () => {
    const drawn = begun()
    drawn.workspace.detailsNodeId.set('a')
    expect(fireEvent.keyDown(item('a'), { key: 'Escape' })).toBe(false)
    expect(drawn.workspace.detailsNodeId.get()).toBe('a')
    expectGivenUp(drawn)
    expect(fireEvent.keyDown(item('a'), { key: 'Escape' })).toBe(true)
  })

  it('cancels a drag when the window loses the focus', () => {
    const drawn = begun()
    fireEvent.blur(window)
    expectGivenUp(drawn)
  })

  it('cancels a drag when the canvas loses the pointer, but not when a node does', () => {
    const drawn = begun()
    pointer().lose(item('a'))
    expect(part('ghost')).not.toBeNull()
    pointer().lose(canvas())
    expectGivenUp(drawn)
  })

  it('cancels a drag when the button was released unseen', () => {
    const drawn = begun()
    pointer().hover(drawn.getPoint('b'))
    expectGivenUp(drawn)
  })

  it('cleans up when the screen is left during a drag', () => {
    const { client, unmount } = begun()
    unmount()
    fireEvent.pointerUp(document.body, { pointerId: 1 })
    expect(document.querySelector('[data-overlay]')).toBeNull()
    expect(client.outline()).toBe('root(a(a1) b c)')
  })

  it('cancels a drag when somebody deletes the dragged node', () => {
    const drawn = begun()
    const node = drawn.client.node('a')
    const below = drawn.client.node('a1')
    if (node === undefined || below === undefined) throw new Error('a is not there')
    act(() => drawn.client.receive([node, below].map((one) => ({ ...one, isDeleted: true }))))
    pointer().up(drawn.getPoint('c'))
    expect(drawn.client.outline()).toBe('root(b c)')
    expect(drawn.notices).toEqual([])
  })
})

describe('drawing a parent link', () => {
  it('adds a parent by a drawn link, announces it, and shows its path', () => {
    const drawn = drawCanvas()
    const handle = findHandle(drawn, 'a1')
    pointer().down(handle, drawn.getPoint('a1', -0.05))
    pointer().move(drawn.getPoint('c'))
    expect(part('line')).not.toBeNull()
    expect(part('mark')?.dataset['kind']).toBe('box')
    pointer().up(drawn.getPoint('c'))
    expect(drawn.client.node('a1')?.parentIds).toEqual(['a', 'c'])
    expect(readAnnouncement()).toBe('a1 is also under c')
    expect(part('line')).toBeNull()
  })

  it('rejects a link that would make a cycle or exists already, with a reason', () => {
    const drawn = drawCanvas()
    const handle = findHandle(drawn, 'a')
    pointer().drag(handle, drawn.getPoint('a', -0.05), drawn.getPoint('a1'))
    pointer().drag(handle, drawn.getPoint('a', -0.05), drawn.getPoint('root'))
    expect(drawn.notices).toEqual(['A node cannot be moved below itself', 'The node already has this parent'])
    expect(drawn.client.node('a')?.parentIds).toEqual(['root'])
  })

  it('ignores a link to nowhere or to the node itself', () => {
    const drawn = drawCanvas()
    const handle = findHandle(drawn, 'b')
    pointer().drag(handle, drawn.getPoint('b', -0.05), { x: 900, y: 700 })
    pointer().drag(handle, drawn.getPoint('b', -0.05), drawn.getPoint('b'))
    expect(drawn.notices).toEqual([])
    expect(drawn.client.node('b')?.parentIds).toEqual(['root'])
  })
})

describe('dragging with a finger', () => {
  it('pans on an unselected node and drags a selected one', () => {
    const { client, map, getPoint } = drawCanvas()
    const finger = pointer('touch', 5)
    const { y } = map.getViewport()
    const from = getPoint('b')
    finger.drag(item('b'), from, { x: from.x, y: from.y + 60 })
    expect(map.getViewport().y).toBe(y + 60)
    finger.press(item('b'), getPoint('b'))
    finger.drag(item('b'), getPoint('b'), getPoint('a'))
    expect(client.outline()).toBe('root(a(a1 b) c)')
  })
})

describe('dragging with linked projects', () => {
  it('treats the virtual parent as ground: it can be neither a drop target nor picked', () => {
    const nodeLinks = [{ id: 'n', title: 'N', project: { id: 'p', title: 'Orchard' } }]
    const { workspace, client, getPoint } = drawCanvas({
      nodes: nodesFromOutline({ root: { a: {} } }),
      project: { nodeLinks },
    })
    pointer().drag(item('a'), getPoint('a'), getPoint('node_links'))
    expect(client.outline()).toBe('root(a)')
    pointer().press(item('Linked from Orchard'), getPoint('node_links', 0.9, 0.1))
    expect(workspace.selection.get().ids.size).toBe(0)
  })
})
