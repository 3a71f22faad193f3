import { act, render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../../../platform/navigation.ts'
import { memoryBench } from '../testing/memory-bench.ts'
import { closeFind } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { useTreeHash } from './use-tree-hash.ts'

let go: NavigateFunction
function Screen({ bench }: { readonly bench: Workbench }) {
  useTreeHash(bench)
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
  }, [navigate])
  return null
}

function arrive(hash: string) {
  browser.replaceHash(hash)
  const bench = memoryBench({ root: { one: { deep: {} }, two: {} } })
  bench.board.edits.change('one', { hideChildren: true })
  render(
    <MemoryRouter initialEntries={[`/tree/pear${hash}`]}>
      <Screen bench={bench} />
    </MemoryRouter>,
  )
  return bench
}

const goTo = (address: string) => act(async () => go(address))

beforeEach(() => browser.replaceHash(''))

describe('an address', () => {
  it('selects its node and shows it', () => {
    const bench = arrive('#node=two')
    expect(bench.selection.get()).toEqual({ ids: new Set(['two']), current: 'two' })
    expect(bench.stage.revealed).toEqual(['two'])
    expect(bench.stage.focused).toEqual(['two'])
  })

  it('shows a node that is folded away, and follows when it changes', async () => {
    const bench = arrive('#node=deep')
    expect(bench.stage.isShown('deep')).toBe(true)
    expect(bench.find.get()).toMatchObject({ isOpen: false, query: '' })
    await goTo('#node=root')
    expect(bench.selection.get().current).toBe('root')
  })

  it('passes over a node that is not there', () => {
    const bench = arrive('#node=gone')
    expect(bench.selection.get().current).toBeNull()
    expect(bench.stage.revealed).toEqual([])
  })

  it('with a pan puts the view there and nowhere else', () => {
    const bench = arrive('#node=two&pan=10,-20,0.5&search=one')
    expect(bench.stage.position.get()).toEqual({ x: 10, y: -20, zoom: 0.5 })
    expect(bench.stage.revealed).toEqual([])
  })

  it('searches, once more when it is asked once more, and no longer when it says nothing of it', async () => {
    const bench = arrive('#search=O')
    expect(bench.find.get()).toMatchObject({ isOpen: true, query: 'O', hits: ['root', 'one', 'two'], at: 0 })
    act(() => closeFind(bench))
    await goTo('#search=O')
    expect(bench.find.get().isOpen).toBe(true)
    await goTo('/tree/pear')
    expect(bench.find.get().isOpen).toBe(false)
  })
})

describe('the address', () => {
  it('keeps where the view has come to rest, without a new entry', async () => {
    const bench = arrive('#node=two')
    const entries = window.history.length
    act(() => bench.stage.moveTo({ x: 12.4, y: -7, zoom: 1.25 }))
    await waitFor(() => expect(browser.hash()).toBe('#node=two&pan=12,-7,1.25'))
    act(() => {
      bench.selection.set({ ids: new Set(['one']), current: 'one' })
      bench.stage.moveTo({ x: 0, y: 0, zoom: 1 })
    })
    await waitFor(() => expect(browser.hash()).toBe('#pan=0,0,1'))
    expect(window.history.length).toBe(entries)
  })

  it('keeps what is searched for, as long as it is', async () => {
    const bench = arrive('')
    act(() => bench.find.set({ isOpen: true, query: 'a b', hits: [], at: -1 }))
    await waitFor(() => expect(browser.hash()).toBe('#search=a%20b'))
    act(() => closeFind(bench))
    await waitFor(() => expect(browser.hash()).toBe(''))
  })
})
