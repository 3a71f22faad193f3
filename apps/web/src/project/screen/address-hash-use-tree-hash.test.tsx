import { act, render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type NavigateFunction, useNavigate } from '../../platform/router.tsx'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { createCell } from '../../platform/cell.ts'
import { browser } from '../../platform/navigation.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import { closeSearch } from '../workspace/search-state.ts'
import { isFilterShown } from '../workspace/filter-state.ts'
import type { MapPosition } from '../workspace/view-settings.ts'
import { useAddressHash } from './address-hash.ts'

let go: NavigateFunction
let position = createCell<MapPosition | null>(null)
function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useAddressHash(workspace, position)
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
  }, [navigate])
  return null
}

function arrive(hash: string) {
  browser.replaceHash(hash)
  const workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {} } })
  workspace.client.edits.change('one', { hideChildren: true })
  render(
    <MemoryRouter initialEntries={[`/tree/pear${hash}`]}>
      <Screen workspace={workspace} />
    </MemoryRouter>,
  )
  return workspace
}

const goTo = (address: string) => act(async () => go(address))

beforeEach(() => {
  browser.replaceHash('')
  position = createCell<MapPosition | null>(null)
})

describe('address of a project', () => {
  it('selects and reveals the node named by the address', () => {
    const workspace = arrive('#node=two')
    expect(workspace.selection.get()).toEqual({ ids: new Set(['two']), current: 'two' })
    expect(workspace.map.revealed).toEqual(['two'])
    expect(workspace.map.focused).toEqual(['two'])
  })

  it('reveals a folded node named by the address and follows a changed address', async () => {
    const workspace = arrive('#node=deep')
    expect(workspace.map.isShown('deep')).toBe(true)
    expect(workspace.search.get()).toMatchObject({ isOpen: false, query: '' })
    await goTo('#node=root')
    expect(workspace.selection.get().current).toBe('root')
  })

  it('ignores a missing node in the address', () => {
    const workspace = arrive('#node=gone')
    expect(workspace.selection.get().current).toBeNull()
    expect(workspace.map.revealed).toEqual([])
  })

  it('moves the viewport only to the pan of the address', () => {
    const workspace = arrive('#node=two&pan=10,-20,0.5&search=one')
    expect(workspace.map.settledViewport.get()).toEqual({ x: 10, y: -20, zoom: 0.5 })
    expect(workspace.map.revealed).toEqual([])
  })

  it("searches for the address's query, repeats it on request, and stops when it is removed", async () => {
    const workspace = arrive('#search=O')
    expect(workspace.search.get()).toMatchObject({ isOpen: true, query: 'O', hits: ['root', 'one', 'two'], at: 0 })
    act(() => closeSearch(workspace))
    await goTo('#search=O')
    expect(workspace.search.get().isOpen).toBe(true)
    await goTo('/tree/pear')
    expect(workspace.search.get().isOpen).toBe(false)
  })
})

const readFilter = ({ filter }: ProjectWorkspace) => [filter.get().text, isFilterShown(filter.get())]
/** A text of a new visit to the box has another step. */
const type = ({ filter }: ProjectWorkspace, text: string, steps = 0) =>
  act(() => filter.set({ ...filter.get(), text, step: filter.get().step + steps }))

describe('filter in the address of a project', () => {
  it('opens with the filter of the address beside a node, and with an empty box on request', () => {
    const workspace = arrive('#node=two&filter=tag%3A%22a%20b%22')
    expect(readFilter(workspace)).toEqual(['tag:"a b"', true])
    expect(workspace.selection.get().current).toBe('two')
    expect(readFilter(arrive('#filter='))).toEqual(['', true])
    expect(readFilter(arrive('#node=two'))).toEqual(['', false])
  })

  it('writes the filter into the address, one history entry for each visit to the box', async () => {
    const workspace = arrive('#node=two')
    act(() => workspace.selection.set({ ids: new Set(['two']), current: 'two' }))
    const entries = window.history.length
    type(workspace, 'ta', 1)
    await waitFor(() => expect(browser.hash()).toBe('#node=two&filter=ta'))
    expect(window.history.length).toBe(entries + 1)
    type(workspace, 'tag:a')
    await waitFor(() => expect(browser.hash()).toBe('#node=two&filter=tag%3Aa'))
    expect(window.history.length).toBe(entries + 1)
    type(workspace, '')
    await waitFor(() => expect(browser.hash()).toBe('#node=two'))
  })

  it('keeps the filter when another place is opened, and drops it when the person goes back to none', async () => {
    const workspace = arrive('')
    await goTo('#filter=one')
    expect(readFilter(workspace)).toEqual(['one', true])
    await goTo('#search=two')
    expect(readFilter(workspace)).toEqual(['one', true])
    await waitFor(() => expect(browser.hash()).toBe('#search=two&filter=one'))
    await act(async () => go(-2))
    await waitFor(() => expect(readFilter(workspace)).toEqual(['', false]))
  })

  it('focuses on a branch, writes it as a step that Back undoes, and ignores an unknown node', async () => {
    const workspace = arrive('#focus=gone')
    expect(workspace.map.shownIds()).toContain('root')
    await goTo('#focus=two')
    expect(workspace.map.shownIds()).toEqual(['two'])
    const entries = window.history.length
    act(() => focusBranch(workspace, 'root'))
    await waitFor(() => expect(browser.hash()).toBe('#focus=root'))
    expect(window.history.length).toBe(entries + 1)
    await act(async () => go(-1))
    await waitFor(() => expect(getFocusedId(workspace.matches.get())).toBeNull())
  })
})

describe('remembered position of a project', () => {
  it('opens where the person left the project, unless the address names a place', () => {
    position.set({ x: 40, y: 50, zoom: 0.75 })
    expect(arrive('').map.settledViewport.get()).toEqual({ x: 40, y: 50, zoom: 0.75 })
    expect(arrive('#pan=1,2,1').map.settledViewport.get()).toEqual({ x: 1, y: 2, zoom: 1 })
    expect(arrive('#node=two').map.settledViewport.get()).toEqual({ x: 0, y: 0, zoom: 1 })
  })

  it('remembers a moved viewport, but not one that was never moved', async () => {
    const workspace = arrive('')
    act(() => workspace.search.set({ isOpen: true, query: 'a', hits: [], at: -1 }))
    await waitFor(() => expect(browser.hash()).toBe('#search=a'))
    expect(position.get()).toBeNull()
    act(() => workspace.map.setViewport({ x: 12, y: -7, zoom: 1.25 }))
    await waitFor(() => expect(position.get()).toEqual({ x: 12, y: -7, zoom: 1.25 }))
  })
})

describe('address updates', () => {
  it('stores the settled viewport in the address without a history entry', async () => {
    const workspace = arrive('#node=two')
    const entries = window.history.length
    act(() => workspace.map.setViewport({ x: 12.4, y: -7, zoom: 1.25 }))
    await waitFor(() => expect(browser.hash()).toBe('#node=two&pan=12,-7,1.25'))
    act(() => {
      workspace.selection.set({ ids: new Set(['one']), current: 'one' })
      workspace.map.setViewport({ x: 0, y: 0, zoom: 1 })
    })
    await waitFor(() => expect(browser.hash()).toBe('#pan=0,0,1'))
    expect(window.history.length).toBe(entries)
  })

  it('stores the search in the address while it is open', async () => {
    const workspace = arrive('')
    act(() => workspace.search.set({ isOpen: true, query: 'a b', hits: [], at: -1 }))
    await waitFor(() => expect(browser.hash()).toBe('#search=a%20b'))
    act(() => closeSearch(workspace))
    await waitFor(() => expect(browser.hash()).toBe(''))
  })
})
