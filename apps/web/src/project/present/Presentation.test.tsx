import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReactNode } from 'react'
import { createCell, useCell } from '../../platform/cell.ts'
import { drawCanvas } from '../testing/drawn-canvas.tsx'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findFirstStep, listSteps } from './presentation-steps.ts'
import { frameBranch, interpolateViewport, joinRects } from './step-camera.ts'
import { startPresentation } from './start-presentation.tsx'

const plan = { Garden: { Beds: { Soil: { Worms: {} }, Seeds: {} }, Wall: {} }, Shed: {} }

const presentation = createCell<ReactNode>(null)
const Shown = () => <>{useCell(presentation)}</>

function present(selectedId: string | null = null, canEdit = true) {
  const drawn = drawCanvas({ nodes: nodesFromOutline(plan), canEdit })
  const { workspace } = drawn
  render(<Shown />)
  if (selectedId !== null) {
    act(() => workspace.selection.set({ ids: new Set([selectedId]), current: selectedId }))
  }
  act(() => startPresentation(workspace, presentation))
  return drawn
}

const dialog = () => screen.getByRole('dialog', { name: 'Presentation' })
const getStep = () => screen.getByRole('heading', { level: 2 }).textContent
const listLit = ({ lens }: ProjectWorkspace) => [...(lens.get().found ?? [])]

const swipe = (from: number, to: number) => {
  const finger = { pointerType: 'touch', isPrimary: true, clientY: 100 }
  fireEvent.pointerDown(dialog(), { ...finger, clientX: from })
  fireEvent.pointerUp(dialog(), { ...finger, clientX: to })
}

describe('the steps of a presentation', () => {
  it('lists the shown branches and the roots in tree order as steps', () => {
    const { client } = drawCanvas({ nodes: nodesFromOutline(plan) })
    expect(listSteps(client.graph, () => true)).toEqual(['Garden', 'Beds', 'Soil', 'Shed'])
    expect(listSteps(client.graph, (id) => id !== 'Worms' && id !== 'Garden')).toEqual(['Beds', 'Wall', 'Shed'])
  })

  it('begins at the selected branch, or at the one above the selected node', () => {
    const { client } = drawCanvas({ nodes: nodesFromOutline(plan) })
    const steps = listSteps(client.graph, () => true)
    expect(['Soil', 'Worms', 'Wall', null].map((id) => findFirstStep(client.graph, steps, id))).toEqual([2, 2, 0, 0])
  })
})

describe('the camera of a presentation', () => {
  it('frames a branch above the caption, and enlarges a small one', () => {
    const rect = joinRects([
      { left: 0, top: 0, width: 100, height: 40 },
      { left: 300, top: 60, width: 100, height: 40 },
    ])
    expect(rect).toEqual({ left: 0, top: 0, width: 400, height: 100 })
    const { x, y, zoom } = frameBranch({ left: 0, top: 0, width: 400, height: 100 }, { width: 1000, height: 800 }, 200)
    expect(zoom).toBe(1.75)
    expect([x + 200 * zoom, y + 50 * zoom]).toEqual([500, 300])
  })

  it('moves the camera exactly to its target', () => {
    const [from, to] = [
      { x: 0, y: 0, zoom: 1 },
      { x: -400, y: 80, zoom: 2 },
    ]
    const size = { width: 800, height: 600 }
    const { x, y, zoom } = interpolateViewport(from, to, 1, size)
    expect([x, y, zoom].map((one) => Math.round(one * 1e6) / 1e6)).toEqual([-400, 80, 2])
    expect(interpolateViewport(from, to, 0.5, size).zoom).toBeCloseTo(Math.SQRT2)
  })
})

describe('a presentation', () => {
  afterEach(() => {
    cleanup()
    presentation.set(null)
  })

  it('lights one branch after the other by the keys of a remote control', () => {
    const { workspace } = present()
    expect([getStep(), listLit(workspace)]).toEqual(['Garden', ['Garden', 'Beds', 'Wall']])
    expect(dialog().textContent).toContain('1 of 4')
    fireEvent.keyDown(dialog(), { key: 'ArrowRight' })
    expect([getStep(), listLit(workspace)]).toEqual(['Beds', ['Beds', 'Soil', 'Seeds']])
    for (const key of [' ', 'PageDown']) fireEvent.keyDown(dialog(), { key })
    expect(getStep()).toBe('Shed')
    fireEvent.keyDown(dialog(), { key: 'ArrowDown' })
    expect(getStep()).toBe('Shed')
    for (const key of ['PageUp', 'ArrowUp']) fireEvent.keyDown(dialog(), { key })
    expect(getStep()).toBe('Beds')
    fireEvent.keyDown(dialog(), { key: 'End' })
    expect(getStep()).toBe('Shed')
    fireEvent.keyDown(dialog(), { key: 'Home' })
    expect(getStep()).toBe('Garden')
  })

  it('leads on by its buttons and by swipes', async () => {
    present()
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(getStep()).toBe('Beds')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(getStep()).toBe('Garden')
    swipe(300, 100)
    expect(getStep()).toBe('Beds')
    swipe(300, 290)
    expect(getStep()).toBe('Beds')
    swipe(100, 300)
    expect(getStep()).toBe('Garden')
  })

  it('begins at the selection and restores selection, lens and view at the end, also for a viewer', async () => {
    const { workspace, map } = present('Soil', false)
    expect([getStep(), workspace.selection.get().current]).toEqual(['Soil', null])
    expect(document.documentElement.dataset['presenting']).toBe('')
    act(() => workspace.lens.set({ kind: 'ready', found: new Set() }))
    fireEvent.keyDown(dialog(), { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([workspace.selection.get().current, workspace.lens.get().found]).toEqual(['Soil', null])
    expect(document.documentElement.dataset['presenting']).toBeUndefined()
    await waitFor(() => expect(map.settledViewport.get()).toEqual(map.getViewport()))
  })

  it('shows the description and follows what others change', () => {
    const { client } = present('Beds')
    act(() => void client.edits.change('Beds', { title: 'Raised beds', body: '<p>Three of them</p>' }))
    expect(getStep()).toBe('Raised beds')
    expect(dialog().textContent).toContain('Three of them')
    act(() => void client.edits.deleteBranches(['Beds']))
    expect(getStep()).toBe('Shed')
    act(() => void client.edits.deleteBranches(['Garden', 'Shed']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
