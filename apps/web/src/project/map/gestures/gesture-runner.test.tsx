import { limits } from '@espalier/domain'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { canvas, drawCanvas, item, part, pointer, selected } from '../../testing/drawn-canvas.tsx'

const ground = { x: 900, y: 700 }

afterEach(() => {
  vi.useRealTimers()
})

describe('press on the canvas', () => {
  it('selects only the pressed node and focuses it', () => {
    const { getPoint } = drawCanvas()
    pointer().press(item('a'), getPoint('a'))
    expect(pointer().down(item('b'), getPoint('b'))).toBe(false)
    pointer().up(getPoint('b'))
    expect(selected()).toEqual(['b'])
    expect(document.activeElement).toBe(item('b'))
  })

  it('adds to the selection with Ctrl, and removes from it again', () => {
    const { workspace, getPoint } = drawCanvas()
    pointer().press(item('a'), getPoint('a'))
    pointer().press(item('b'), getPoint('b'), { ctrlKey: true })
    expect(selected()).toEqual(['a', 'b'])
    expect(document.activeElement).toBe(item('b'))
    pointer().press(item('b'), getPoint('b'), { ctrlKey: true })
    expect(selected()).toEqual(['a'])
    expect(workspace.selection.get().current).toBe('a')
    expect(document.activeElement).toBe(item('a'))
  })

  it('clears the selection and the focus by a press on the ground', () => {
    const { workspace, getPoint } = drawCanvas()
    pointer().press(item('a'), getPoint('a'))
    pointer().press(canvas(), ground)
    expect(workspace.selection.get()).toEqual({ ids: new Set(), current: null })
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('leaves a press on a button to the button', () => {
    const { workspace, getPoint } = drawCanvas()
    const button = within(item('b')).getByRole('button', { name: 'Status: to do' })
    pointer().press(button, getPoint('b', 0.05, 0.3))
    expect(workspace.selection.get().ids.has('a')).toBe(false)
    expect(fireEvent.contextMenu(button)).toBe(false)
    expect(workspace.menu.get()?.nodeId).toBe('b')
  })

  it('edits on a double click, or shows a viewer the description', () => {
    const { workspace, client, getPoint } = drawCanvas({ nodes: [{ id: 'r', title: 'r', body: '<p>How</p>' }] })
    pointer().press(item('r'), getPoint('r'))
    pointer().press(item('r'), getPoint('r'))
    expect(workspace.editing.get()).toEqual({ nodeId: 'r', isNew: false, typed: null })
    act(() => {
      workspace.editing.set(null)
      client.allowEditing(false)
    })
    pointer().press(item('r'), getPoint('r'))
    pointer().press(item('r'), getPoint('r'))
    expect(workspace.editing.get()).toBeNull()
    expect(workspace.detailsNodeId.get()).toBe('r')
  })
})

describe('context menu', () => {
  it('opens the node menu at the pointer on a right click and selects the node', () => {
    const { workspace, getPoint } = drawCanvas()
    const { x, y } = getPoint('b')
    expect(fireEvent.contextMenu(item('b'), { clientX: x, clientY: y })).toBe(false)
    expect(workspace.menu.get()).toEqual({ nodeId: 'b', at: { x, y } })
    expect(selected()).toEqual(['b'])
  })

  it("leaves the browser's menu on the ground and in a text", async () => {
    const { workspace } = drawCanvas()
    expect(fireEvent.contextMenu(canvas())).toBe(true)
    act(() => workspace.editing.set({ nodeId: 'b', isNew: false, typed: null }))
    const text = await within(item('b')).findByRole('textbox', { name: 'Node title' })
    expect(fireEvent.contextMenu(text)).toBe(true)
    expect(workspace.menu.get()).toBeNull()
  })

  it('opens the node menu on a long press, after which lifting the finger does nothing', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { workspace, getPoint } = drawCanvas()
    const finger = pointer('touch', 7)
    const at = getPoint('c')
    finger.down(item('c'), at)
    act(() => void vi.advanceTimersByTime(limits.gestures.longPressMs))
    expect(workspace.menu.get()).toEqual({ nodeId: 'c', at })
    finger.up(at)
    expect(selected()).toEqual(['c'])
    expect(workspace.editing.get()).toBeNull()
  })
})

describe('viewport gestures', () => {
  it('pans by a drag on the ground and keeps the selection', () => {
    const { map, getPoint } = drawCanvas()
    pointer().press(item('a'), getPoint('a'))
    const { x, y } = map.getViewport()
    pointer().drag(canvas(), ground, { x: 850, y: 720 })
    expect(map.getViewport()).toEqual({ x: x - 50, y: y + 20, zoom: 1 })
    expect(selected()).toEqual(['a'])
    expect(document.activeElement).toBe(item('a'))
  })

  it('pans by the wheel and zooms with Ctrl about the pointer instead of the page', () => {
    const { map, getPoint } = drawCanvas()
    const { x, y } = map.getViewport()
    expect(fireEvent.wheel(canvas(), { deltaX: 5, deltaY: 30 })).toBe(false)
    expect(map.getViewport()).toEqual({ x: x - 5, y: y - 30, zoom: 1 })
    const held = getPoint('root')
    fireEvent.wheel(canvas(), { deltaY: -20, ctrlKey: true, clientX: held.x, clientY: held.y })
    expect(map.getViewport().zoom).toBeGreaterThan(1)
    expect(getPoint('root').x).toBeCloseTo(held.x)
    expect(getPoint('root').y).toBeCloseTo(held.y)
  })

  it('zooms by the plain wheel when that setting is on', () => {
    const { workspace, map } = drawCanvas()
    workspace.pointerSettings.set({ doesWheelZoom: true })
    fireEvent.wheel(canvas(), { deltaY: -20 })
    expect(map.getViewport().zoom).toBeGreaterThan(1)
  })

  it('zooms by a pinch with two fingers', () => {
    const { map } = drawCanvas()
    const [one, other] = [pointer('touch', 1), pointer('touch', 2)]
    one.down(canvas(), { x: 500, y: 600 })
    other.down(canvas(), { x: 600, y: 600 })
    other.move({ x: 700, y: 600 })
    expect(map.getViewport().zoom).toBe(2)
    other.up({ x: 700, y: 600 })
    one.up({ x: 500, y: 600 })
    expect(canvas().dataset['hand']).toBeUndefined()
  })

  it('pans by a drag on a node for viewers', () => {
    const { client, map, getPoint } = drawCanvas({ canEdit: false })
    const { x } = map.getViewport()
    const from = getPoint('a')
    pointer().drag(item('a'), from, { x: from.x + 40, y: from.y })
    expect(map.getViewport().x).toBe(x + 40)
    expect(client.outline()).toBe('root(a(a1) b c)')
  })

  it('keeps panning while a drag is held at the edge', async () => {
    const { map, getPoint } = drawCanvas()
    const before = map.getViewport().y
    const atEdge = { x: 500, y: 2 }
    pointer().down(item('b'), getPoint('b'))
    pointer().move({ x: 500, y: 100 })
    pointer().move(atEdge)
    await vi.waitFor(() => expect(map.getViewport().y).toBeGreaterThan(before))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    const rested = map.getViewport().y
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(map.getViewport().y).toBe(rested)
  })
})

describe('Space', () => {
  const space = { key: ' ', code: 'Space' }

  it('folds when Space is released', () => {
    const { client } = drawCanvas()
    item('a').focus()
    expect(fireEvent.keyDown(item('a'), space)).toBe(false)
    expect(client.node('a')?.hideChildren).toBe(false)
    fireEvent.keyUp(item('a'), space)
    expect(client.node('a')?.hideChildren).toBe(true)
  })

  it('pans from anywhere while Space is held, and then does not fold', () => {
    const { client, map, getPoint } = drawCanvas()
    const { x } = map.getViewport()
    item('a').focus()
    fireEvent.keyDown(item('a'), space)
    const from = getPoint('b')
    pointer().drag(item('b'), from, { x: from.x + 30, y: from.y })
    fireEvent.keyUp(item('a'), space)
    expect(map.getViewport().x).toBe(x + 30)
    expect(client.node('a')?.hideChildren).toBe(false)
    expect(client.outline()).toBe('root(a(a1) b c)')
  })

  it('leaves Space to a focused button', () => {
    const { client } = drawCanvas()
    const button = within(item('a')).getByRole('button', { name: 'Status: to do' })
    button.focus()
    expect(fireEvent.keyDown(button, space)).toBe(true)
    fireEvent.keyUp(button, space)
    expect(client.node('a')?.hideChildren).toBe(false)
  })
})

describe('frame selection', () => {
  it('selects the enclosed nodes while a frame is drawn and focuses one', () => {
    const { workspace, getPoint } = drawCanvas()
    const [from, to] = [getPoint('b', -0.1, -0.05), getPoint('c', 1.1, 1.1)]
    pointer().down(canvas(), from, { shiftKey: true })
    pointer().move(getPoint('b', 1.1, 0.9), { shiftKey: true })
    expect(selected()).toEqual(['b'])
    expect(part('frame')).not.toBeNull()
    pointer().move(to, { shiftKey: true })
    pointer().up(to, { shiftKey: true })
    expect(selected()).toEqual(['b', 'c'])
    expect(part('frame')).toBeNull()
    expect(document.activeElement).toBe(item(workspace.selection.get().current ?? ''))
  })

  it('restores the earlier selection when a frame is canceled', () => {
    const { getPoint } = drawCanvas()
    pointer().press(item('a'), getPoint('a'))
    pointer().down(canvas(), getPoint('b', -0.1, -0.05), { shiftKey: true })
    pointer().move(getPoint('c', 1.1, 1.1), { shiftKey: true })
    expect(selected()).toEqual(['b', 'c'])
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(selected()).toEqual(['a'])
    expect(part('frame')).toBeNull()
  })
})
