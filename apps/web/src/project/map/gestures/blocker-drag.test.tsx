import { act, fireEvent, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Point } from '@espalier/layout'
import { canvas, drawCanvas, item, selected } from '../../testing/drawn-canvas.tsx'

/** Presses a node with Alt; the code of the drag is loaded then. */
async function pressWithAlt(name: string, { x, y }: Point) {
  fireEvent.pointerDown(item(name), { pointerId: 1, button: 0, buttons: 1, altKey: true, clientX: x, clientY: y })
  await act(async () => import('./blocker-drag.ts'))
}

const move = ({ x, y }: Point) =>
  fireEvent.pointerMove(canvas(), { pointerId: 1, buttons: 1, altKey: true, clientX: x, clientY: y })
const release = ({ x, y }: Point) =>
  act(() => void fireEvent.pointerUp(canvas(), { pointerId: 1, altKey: true, clientX: x, clientY: y }))
const picture = () => document.querySelector<SVGElement>('[data-blocker-drag]')

describe('dragging with Alt', () => {
  it('draws an arrow and makes the node on which it is released wait for the first', async () => {
    const { client, getPoint } = drawCanvas()
    await pressWithAlt('a', getPoint('a'))
    move(getPoint('c'))
    expect(picture()?.dataset['state']).toBe('fine')
    release(getPoint('c'))
    expect([client.node('c')?.blockedByIds, client.node('a')?.blockedByIds]).toEqual([['a'], []])
    expect(client.outline()).toBe('root(a(a1) b c)')
    expect([picture(), selected()]).toEqual([null, ['a']])
    act(() => void client.edits.undo())
    expect(client.node('c')?.blockedByIds).toEqual([])
  })

  it('marks a node that would wait for itself, says why, and changes nothing there', async () => {
    const { client, getPoint, notices } = drawCanvas()
    client.edits.change('c', { addBlockedByIds: ['a'] })
    await pressWithAlt('c', getPoint('c'))
    move(getPoint('b'))
    expect(picture()?.dataset['state']).toBe('fine')
    move(getPoint('a'))
    expect(picture()?.dataset['state']).toBe('refused')
    expect(canvas().textContent).toContain('A node cannot wait for itself')
    release(getPoint('a'))
    expect([client.node('a')?.blockedByIds, notices]).toEqual([[], ['A node cannot wait for itself']])
    expect(canvas().textContent).not.toContain('A node cannot wait for itself')
  })

  it('ends without a change on the ground, on Escape and for a lost pointer', async () => {
    const { client, getPoint } = drawCanvas()
    for (const end of [
      () => release({ x: 5, y: 5 }),
      () => void fireEvent.keyDown(document, { key: 'Escape' }),
      () => void fireEvent.pointerMove(canvas(), { pointerId: 1, buttons: 0, clientX: 1, clientY: 1 }),
    ]) {
      await pressWithAlt('a', getPoint('a'))
      move(getPoint('c'))
      move({ x: 5, y: 5 })
      expect(picture()?.dataset['state']).toBe('open')
      end()
      await waitFor(() => expect(picture()).toBeNull())
      release(getPoint('c'))
    }
    expect(client.node('c')?.blockedByIds).toEqual([])
  })

  it('is a press if the pointer does not move', async () => {
    const { getPoint } = drawCanvas()
    await pressWithAlt('b', getPoint('b'))
    release(getPoint('b'))
    expect(selected()).toEqual(['b'])
  })

  it('draws no arrow for a viewer', async () => {
    const { client, getPoint } = drawCanvas({ canEdit: false })
    await pressWithAlt('a', getPoint('a'))
    move(getPoint('c'))
    expect(picture()).toBeNull()
    release(getPoint('c'))
    expect(client.node('c')?.blockedByIds).toEqual([])
  })
})
