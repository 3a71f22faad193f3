import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openSearch } from '../workspace/search-state.ts'
import { SearchBar } from './SearchBar.tsx'
import { searchNodes } from './search-nodes.ts'

function draw(
  workspace = openTestWorkspace({ root: { 'Pear one': { 'hidden pear': {} }, plum: {}, 'pear two': {} } }),
) {
  workspace.selection.set({ ids: new Set(['plum']), current: 'plum' })
  workspace.detailsNodeId.set('plum')
  render(<SearchBar workspace={workspace} />)
  act(() => openSearch(workspace))
  return workspace
}

const field = () => screen.getByRole('searchbox', { name: 'Find' })
const shows = (text: string) => waitFor(() => expect(screen.getByRole('search').textContent).toContain(text))
/** Enters a query at once: a pause between two letters would already search for the first ones. */
async function enter(query: string): Promise<void> {
  await userEvent.click(field())
  await userEvent.paste(query)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('search bar', () => {
  it('counts hits, cycles through them in tree order, and centers each', async () => {
    const workspace = draw()
    expect(document.activeElement).toBe(field())
    await enter('PEAR')
    await shows('1/3')
    await userEvent.keyboard('{Enter}')
    await shows('2/3')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await press('Previous result')
    await shows('3/3')
    await press('Next result')
    await shows('1/3')
    expect(workspace.map.revealed).toEqual(['Pear one', 'hidden pear', 'Pear one', 'pear two', 'Pear one'])
  })

  it('clears the selection, closes the panel, and selects the last hit when it closes', async () => {
    const workspace = draw()
    await enter('two')
    await shows('1/1')
    expect(workspace.selection.get()).toEqual({ ids: new Set(), current: null })
    expect(workspace.detailsNodeId.get()).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(workspace.search.get()).toMatchObject({ isOpen: false, query: '', hits: null })
    expect(workspace.selection.get().current).toBe('pear two')
  })

  it('searches at once on Enter without waiting for the pause', async () => {
    draw()
    await userEvent.type(field(), 'pear{Enter}')
    await shows('1/3')
  })

  it('shows that there are no hits', async () => {
    const workspace = draw()
    await enter('quince')
    await shows('0/0')
    await userEvent.keyboard('{Enter}')
    expect(workspace.map.revealed).toEqual([])
    await userEvent.clear(field())
    await waitFor(() => expect(workspace.search.get().hits).toBeNull())
    expect(screen.getByRole('search').textContent).not.toContain('/')
  })

  it('updates the hits when the map changes', async () => {
    const workspace = draw()
    await enter('pear')
    await shows('1/3')
    await userEvent.keyboard('{Enter}{Enter}')
    await shows('3/3')
    workspace.client.edits.deleteBranches(['Pear one'])
    await shows('1/1')
    workspace.client.edits.change('plum', { body: '<p>Not a <b>pear</b></p>' })
    await shows('2/2')
  })

  it('shows the query of the address and focuses the field on request', async () => {
    const workspace = draw()
    act(() => workspace.search.set({ isOpen: true, query: 'plum', hits: ['plum'], at: 0 }))
    expect(field()).toHaveProperty('value', 'plum')
    screen.getByRole('button', { name: 'Close search' }).focus()
    act(() => openSearch(workspace))
    expect(document.activeElement).toBe(field())
  })
})

describe('node search', () => {
  it('searches the plain text of titles and bodies case-insensitively', () => {
    const workspace = openTestWorkspace({ root: { a: {}, b: {} } })
    workspace.client.edits.change('b', { title: 'Fish &amp; <b>CHIPS</b>' })
    expect(searchNodes(workspace.client, 'h & chips')).toEqual(['b'])
    expect(searchNodes(workspace.client, '<b>')).toEqual([])
    expect(searchNodes(workspace.client, '  ')).toBeNull()
  })
})
