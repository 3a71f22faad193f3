import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { memoryBench } from '../testing/memory-bench.ts'
import { openFind } from '../workbench/finding.ts'
import { FindBar } from './FindBar.tsx'
import { searchBoard } from './searcher.ts'

function draw(bench = memoryBench({ root: { 'Pear one': { 'hidden pear': {} }, plum: {}, 'pear two': {} } })) {
  bench.selection.set({ ids: new Set(['plum']), current: 'plum' })
  bench.panel.set('plum')
  render(<FindBar bench={bench} />)
  act(() => openFind(bench))
  return bench
}

const field = () => screen.getByRole('searchbox', { name: 'Find' })
const shows = (text: string) => waitFor(() => expect(screen.getByRole('search').textContent).toContain(text))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the find bar', () => {
  it('counts, steps round and round in tree order, and shows each hit in the middle', async () => {
    const bench = draw()
    expect(document.activeElement).toBe(field())
    await userEvent.type(field(), 'PEAR')
    await shows('1/3')
    await userEvent.keyboard('{Enter}')
    await shows('2/3')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await press('Previous result')
    await shows('3/3')
    await press('Next result')
    await shows('1/3')
    expect(bench.stage.revealed).toEqual(['Pear one', 'hidden pear', 'Pear one', 'pear two', 'Pear one'])
  })

  it('clears the selection and closes the panel, and goes on from the last hit when it closes', async () => {
    const bench = draw()
    await userEvent.type(field(), 'two')
    await shows('1/1')
    expect(bench.selection.get()).toEqual({ ids: new Set(), current: null })
    expect(bench.panel.get()).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(bench.find.get()).toMatchObject({ isOpen: false, query: '', hits: null })
    expect(bench.selection.get().current).toBe('pear two')
  })

  it('searches at once when Enter does not wait for the pause', async () => {
    draw()
    await userEvent.type(field(), 'pear{Enter}')
    await shows('1/3')
  })

  it('says that there is none', async () => {
    const bench = draw()
    await userEvent.type(field(), 'quince')
    await shows('0/0')
    await userEvent.keyboard('{Enter}')
    expect(bench.stage.revealed).toEqual([])
    await userEvent.clear(field())
    await waitFor(() => expect(bench.find.get().hits).toBeNull())
    expect(screen.getByRole('search').textContent).not.toContain('/')
  })

  it('keeps up with a map that changes under it', async () => {
    const bench = draw()
    await userEvent.type(field(), 'pear')
    await shows('1/3')
    await userEvent.keyboard('{Enter}{Enter}')
    await shows('3/3')
    bench.board.edits.deleteBranches(['Pear one'])
    await shows('1/1')
    bench.board.edits.change('plum', { body: '<p>Not a <b>pear</b></p>' })
    await shows('2/2')
  })

  it('shows what the address asks for, and gives the field the focus again', async () => {
    const bench = draw()
    act(() => bench.find.set({ isOpen: true, query: 'plum', hits: ['plum'], at: 0 }))
    expect(field()).toHaveProperty('value', 'plum')
    screen.getByRole('button', { name: 'Close search' }).focus()
    act(() => openFind(bench))
    expect(document.activeElement).toBe(field())
  })
})

describe('a search', () => {
  it('looks at titles and bodies as they are read, without regard to case', () => {
    const bench = memoryBench({ root: { a: {}, b: {} } })
    bench.board.edits.change('b', { title: 'Fish &amp; <b>CHIPS</b>' })
    expect(searchBoard(bench.board, 'h & chips')).toEqual(['b'])
    expect(searchBoard(bench.board, '<b>')).toEqual([])
    expect(searchBoard(bench.board, '  ')).toBeNull()
  })
})
