import { computeArrow } from '@espalier/canvas/arrow'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { canvas, drawCanvas } from '../../testing/drawn-canvas.tsx'
import type { NodeFixture } from '../../testing/node-fixtures.ts'
import { findArrowAt } from './arrow-selection.ts'

const nodes: readonly NodeFixture[] = [
  { id: 'root', title: 'root' },
  { id: 'a', title: 'a', parentIds: ['root'] },
  { id: 'b', title: 'b', parentIds: ['root'], blockedByIds: ['a'] },
  { id: 'c', title: 'c', parentIds: ['root'], blockedByIds: ['b'] },
  { id: 'd', title: 'd', parentIds: ['root'], blockedByIds: ['a'] },
]

const layer = () => document.querySelector<HTMLElement>('[data-dependencies]')
const expectArrows = (count: number) => waitFor(() => expect(layer()?.dataset['dependencies']).toBe(String(count)))

function draw(given: readonly NodeFixture[] = nodes) {
  const drawn = drawCanvas({ nodes: given })
  const select = (...ids: readonly string[]) =>
    act(() => drawn.workspace.selection.set({ ids: new Set(ids), current: ids[0] ?? null }))
  return { ...drawn, select }
}

it('draws an arrow for each blocker of the selection and each node that waits for it, and none without', async () => {
  const { select } = draw()
  expect(layer()).toBeNull()
  select('b')
  await expectArrows(2)
  select('a', 'b')
  await expectArrows(3)
  select()
  await waitFor(() => expect(layer()).toBeNull())
})

it('draws all arrows if that is set, and follows changes', async () => {
  const { client, workspace } = draw()
  act(() => workspace.arrows.set({ showAll: true }))
  await expectArrows(3)
  act(() => void client.edits.change('d', { removeBlockedByIds: ['a'] }))
  await expectArrows(2)
  act(() => void client.edits.deleteBranches(['a']))
  await expectArrows(1)
})

it('draws no arrow to a node that is folded away', async () => {
  const { client, select } = draw([...nodes, { id: 'e', title: 'e', parentIds: ['d'], blockedByIds: ['a'] }])
  select('a')
  await expectArrows(3)
  act(() => void client.edits.change('d', { hideChildren: true }))
  await expectArrows(2)
})

it('loads nothing for a project without blockers', async () => {
  const { select, workspace } = draw([nodes[0] as NodeFixture, nodes[1] as NodeFixture])
  select('a')
  act(() => workspace.arrows.set({ showAll: true }))
  await act(async () => Promise.resolve())
  expect(layer()).toBeNull()
})

it('selects an arrow by a press on it, and removes it with Delete, as one step that can be undone', async () => {
  const { client, map, select } = draw()
  select('b')
  await expectArrows(2)
  const from = map.getRect('a')
  const to = map.getRect('b')
  if (from === undefined || to === undefined) throw new Error('not drawn')
  const { start, control, end } = computeArrow(from, to)
  const { x, y, zoom } = map.getViewport()
  const clientX = (start.x / 4 + control.x / 2 + end.x / 4) * zoom + x
  const clientY = (start.y / 4 + control.y / 2 + end.y / 4) * zoom + y
  const press = (offset: number) => {
    const at = { pointerId: 1, button: 0, clientX: clientX + offset, clientY }
    fireEvent.pointerDown(canvas(), at)
    fireEvent.pointerUp(canvas(), at)
  }
  press(2)
  await waitFor(() => expect(layer()?.dataset['selected']).toBe('true'))
  expect(document.activeElement).toBe(canvas())
  fireEvent.keyDown(canvas(), { key: 'Escape' })
  await waitFor(() => expect(layer()?.dataset['selected']).toBe('false'))
  press(-2)
  act(() => void fireEvent.keyDown(canvas(), { key: 'Delete' }))
  expect([client.node('b')?.blockedByIds, client.graph.livingCount]).toEqual([[], 5])
  await expectArrows(1)
  act(() => void client.edits.undo())
  expect(client.node('b')?.blockedByIds).toEqual(['a'])
})

it('finds the nearest arrow within reach of a point, and none farther away', () => {
  const rects = new Map([
    ['one', { left: 0, top: 0, width: 100, height: 40 }],
    ['two', { left: 300, top: 0, width: 100, height: 40 }],
    ['three', { left: 300, top: 400, width: 100, height: 40 }],
  ])
  const scene = { getRect: (id: string) => rects.get(id) }
  const toTwo = { fromId: 'one', toId: 'two', isOpen: true }
  const toThree = { fromId: 'one', toId: 'three', isOpen: true }
  const find = (x: number, y: number) => findArrowAt(scene, [toTwo, toThree, { ...toTwo, toId: 'hidden' }], { x, y }, 8)
  expect(find(200, 40)).toBe(toTwo)
  expect(find(200, 60)).toBeNull()
  expect(find(180, 236)).toBe(toThree)
})
