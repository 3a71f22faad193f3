import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawCanvas } from '../../testing/drawn-canvas.tsx'
import type { NodeFixture } from '../../testing/node-fixtures.ts'

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
