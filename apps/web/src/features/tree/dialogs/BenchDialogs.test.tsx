import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { openableDialogs } from '../../../testing/dialogs.ts'
import { memoryBench } from '../testing/memory-bench.ts'
import type { OpenDialog } from '../workbench/workbench.ts'
import { BenchDialogs } from './BenchDialogs.tsx'
import { helpGroups } from './help-lines.ts'

beforeAll(openableDialogs)

async function open(dialog: OpenDialog) {
  const bench = memoryBench({ root: { one: { deep: {} }, two: {}, three: {} } })
  render(<BenchDialogs bench={bench} />)
  act(() => bench.dialog.set(dialog))
  return { bench, dialog: within(await screen.findByRole('dialog')) }
}

const choices = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('choosing a new parent', () => {
  it('leaves out the node, what is below it and the parent it has', async () => {
    await open({ kind: 'move-to', nodeId: 'one' })
    expect(screen.getByRole('dialog', { name: 'Move one to ...' })).toBeTruthy()
    expect(choices()).toEqual(['twobelow root', 'threebelow root'])
  })

  it('goes by a few letters and Enter', async () => {
    const { bench } = await open({ kind: 'move-to', nodeId: 'deep' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Search nodes' }), 'TW{Enter}')
    expect(bench.board.outline()).toBe('root(one two(deep) three)')
    expect(bench.stage.said).toEqual(['Moved deep under two'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bench.stage.focused).toEqual(['deep'])
  })

  it('goes by the arrows', async () => {
    const { bench } = await open({ kind: 'add-parent', nodeId: 'deep' })
    expect(screen.getByRole('dialog', { name: 'Add a parent to deep' })).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{ArrowDown}{Enter}')
    expect(bench.board.node('deep')?.parentIds).toEqual(['one', 'three'])
    expect(bench.stage.said).toEqual(['Linked deep under three'])
  })

  it('moves all that is selected, what hangs from it along', async () => {
    const bench = memoryBench({ root: { one: { deep: {} }, two: {}, three: {} } })
    bench.selection.set({ ids: new Set(['one', 'deep', 'two']), current: 'one' })
    render(<BenchDialogs bench={bench} />)
    act(() => bench.dialog.set({ kind: 'move-to', nodeId: 'one' }))
    await screen.findByRole('dialog', { name: 'Move 2 nodes to ...' })
    await userEvent.click(screen.getByRole('button', { name: /^three/ }))
    expect(bench.board.outline()).toBe('root(three(one(deep) two))')
  })

  it('says when none fits, and changes nothing when it is left', async () => {
    const { bench } = await open({ kind: 'move-to', nodeId: 'deep' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Search nodes' }), 'quince{Enter}')
    expect(screen.getByText('No node fits.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(bench.dialog.get()).toBeNull()
    expect(bench.board.outline()).toBe('root(one(deep) two three)')
  })
})

describe('the help', () => {
  it('lists every key of the table, grouped, and closes', async () => {
    const { bench, dialog } = await open({ kind: 'help' })
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    for (const name of ['Add child', 'Add parent', 'Go to parent', 'Undo', 'Find', 'Zoom in', 'Copy', 'Select more']) {
      expect(dialog.getByText(name)).toBeTruthy()
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(bench.dialog.get()).toBeNull()
  })

  it('leaves out what readers cannot do', () => {
    const bench = memoryBench({ root: {} })
    bench.board.allowEditing(false)
    const listed = helpGroups(bench).flatMap(({ lines }) => lines.map(({ label }) => label))
    expect(listed).toContain('Go to parent')
    expect(listed).not.toContain('Add child')
    expect(listed).not.toContain('Cut')
  })
})
