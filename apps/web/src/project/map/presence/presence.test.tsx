import { defaultVisibility } from '@espalier/domain'
import type { Collaborator } from '@espalier/sync'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { MemoryRouter } from '../../../testing/memory-router.tsx'
import { openTestWorkspace } from '../../testing/test-workspace.ts'
import { openTestProject } from '../../testing/test-project.ts'
import { nodesFromOutline } from '../../testing/node-fixtures.ts'
import { createCell } from '../../../platform/cell.ts'
import { createProjectWorkspace } from '../../workspace/create-workspace.ts'
import { MapView } from '../MapView.tsx'
import { createMapController } from '../rendering/map-controller.ts'
import { PeopleHere } from './PeopleHere.tsx'
import { publishOwnSelection } from './presence.tsx'

const someone = (name: string, nodeIds: readonly string[] = []): Collaborator => ({
  id: name.toLowerCase(),
  name,
  picture: 'https://pictures.example/x.png',
  colour: '#0b6a7a',
  nodeIds,
})

const garden = { root: { a: { a1: {} }, b: {} } }
const people = () => screen.queryByRole('list', { name: 'People here' })

const draw = (...others: readonly Collaborator[]) => {
  const workspace = openTestWorkspace(garden)
  workspace.client.showOthers(others)
  render(<PeopleHere workspace={workspace} />)
  return workspace
}

describe('people in the project', () => {
  it('shows nobody while the person is alone', () => {
    const workspace = draw()
    expect(people()).toBeNull()
    act(() => workspace.client.showOthers([someone('Bea')]))
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Go to Bea' }).title).toBe('Bea')
  })

  it.each([
    [3, 3, null, ['32px', '32px']],
    [5, 5, null, ['40px', '25px']],
    [7, 6, '+2', ['40px', '25px']],
  ])('shows %i others as %i items and the rest as %s, evenly spaced', (count, items, rest, sizes) => {
    draw(...Array.from({ length: count }, (_, at) => someone(`Person ${at}`)))
    expect(screen.getAllByRole('listitem')).toHaveLength(items)
    if (rest === null) expect(screen.queryByText(/^\+/u)).toBeNull()
    else expect(screen.getByText(rest).parentElement?.title).toBe('Person 5, Person 6')
    const style = people()?.style
    expect([style?.getPropertyValue('--size'), style?.getPropertyValue('--step')]).toEqual(sizes)
  })

  it("goes to a person's node, or says that nothing is selected", async () => {
    const workspace = draw(someone('Bea', ['long-gone', 'a1', 'b']), someone('Guest'))
    await userEvent.click(screen.getByRole('button', { name: 'Go to Bea' }))
    expect(workspace.selection.get().current).toBe('a1')
    expect(workspace.map.focused).toEqual(['a1'])
    await userEvent.click(screen.getByRole('button', { name: 'Go to Guest' }))
    expect(workspace.notices).toEqual(['Guest has nothing selected'])
  })

  it("goes to a person's node in a folded branch", async () => {
    const workspace = draw(someone('Bea', ['a1']))
    workspace.client.edits.change('a', { hideChildren: true })
    await userEvent.click(screen.getByRole('button', { name: 'Go to Bea' }))
    expect(workspace.map.isShown('a1')).toBe(true)
  })
})

describe('shared selection', () => {
  it('shares the own selection with the current node first', async () => {
    vi.useFakeTimers()
    const workspace = openTestWorkspace(garden)
    workspace.client.showOthers([someone('Bea')])
    const stop = publishOwnSelection(workspace)
    workspace.selection.set({ ids: new Set(['a', 'b']), current: 'b' })
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    workspace.selection.set({ ids: new Set(['a']), current: 'a' })
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    expect(workspace.client.selections).toEqual([['b', 'a']])
  })

  it("outlines others' selections in their color with their name without rendering nodes again", async () => {
    const client = openTestProject(nodesFromOutline(garden), { project: { layout: 'tree-right' } })
    const visibility = createCell(defaultVisibility)
    const workspace = createProjectWorkspace({
      client,
      visibility,
      navigate: () => {},
      notify: () => {},
      createMap: createMapController,
    })
    render(
      <MemoryRouter>
        <MapView workspace={workspace} />
      </MemoryRouter>,
    )
    const node = screen.getByRole('treeitem', { name: 'a' })
    // The done work of branches is counted after the first frame, which renders the boxes of branches once more.
    await within(node).findByTitle('0 of 1 done')
    const before = node.outerHTML
    act(() => client.showOthers([someone('Bea', ['a']), someone('Cleo', ['a', 'unknown'])]))
    const names = (await within(screen.getByRole('tree')).findByText('Bea')).parentElement
    expect(names?.textContent).toBe('BeaCleo')
    const place = names?.parentElement?.style
    expect([place?.left, place?.top, place?.width]).toEqual([node.style.left, node.style.top, node.style.width])
    const outlined = document.querySelectorAll('[style*="--colour"]')
    expect([...outlined].map((one) => one.getAttribute('style'))).toEqual([expect.stringContaining('#0b6a7a')])
    expect([screen.getByRole('treeitem', { name: 'a' }), node.outerHTML]).toEqual([node, before])
    act(() => client.showOthers([]))
    expect(screen.queryByText('Bea')).toBeNull()
  })
})
