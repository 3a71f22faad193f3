import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Toasts } from '../../../ui/toasts/Toasts.tsx'
import { toastList } from '../../../ui/toasts/toast.ts'
import { titleSessionOf } from '../editor/title-session.ts'
import { BodySession } from '../panel/body-session.ts'
import { memoryBench } from '../testing/memory-bench.ts'
import type { Editing } from '../workbench/workbench.ts'
import { tellOverwritten } from './tell-overwritten.ts'
import { tellRefused } from './tell-refused.ts'

const garden = { root: { a: {}, b: {} } }

beforeEach(() => void render(<Toasts />))
afterEach(() => act(() => toastList.closeAll()))

describe('a text that somebody else replaced', () => {
  it.each([
    ['title', 'Someone else renamed “Quinces” to “Medlars”'],
    ['body', 'Someone else changed your description of “a”'],
  ] as const)('(%s) is said and can be had back', async (field, said) => {
    const bench = memoryBench(garden)
    const stop = tellOverwritten(bench)
    act(() => bench.board.overwrite({ id: 'a', field, mine: 'Quinces', theirs: 'Medlars' }))
    expect(screen.getByRole('status').textContent).toContain(said)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect(bench.board.node('a')?.[field]).toBe('Quinces')
    expect(screen.queryByRole('status')).toBeNull()
    stop()
  })

  it('is not written by someone who may no longer edit', async () => {
    const bench = memoryBench(garden)
    tellOverwritten(bench)
    act(() => bench.board.overwrite({ id: 'a', field: 'title', mine: 'Quinces', theirs: 'Medlars' }))
    bench.board.allowEditing(false)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect([bench.board.node('a')?.title, bench.told.length]).toEqual(['a', 1])
  })
})

const told = async (...refused: readonly { change: string; text: string; isLate: boolean }[]) => {
  const bench = memoryBench(garden)
  const stop = tellRefused(bench)
  for (const one of refused) bench.board.refuse(one.text, one)
  await waitFor(() => expect(bench.told).not.toEqual([]))
  stop()
  return bench.told
}

describe('changes that were refused', () => {
  const moved = { change: 'Move “a”', text: 'The node is gone', isLate: false }
  const renamed = { change: 'Rename to “b”', text: 'No', isLate: true }

  it('just now say why', async () => {
    expect(await told(moved)).toEqual(['The node is gone'])
  })

  it('long after, or together, say which', async () => {
    expect(await told(renamed)).toEqual(['1 change was not saved:\nRename to “b”: No'])
    expect(await told(moved, renamed)).toEqual([
      '2 changes were not saved:\nMove “a”: The node is gone\nRename to “b”: No',
    ])
  })
})

const deleteBy = (bench: ReturnType<typeof memoryBench>, id: string) => {
  const node = bench.board.node(id)
  if (node !== undefined) act(() => bench.board.receive([{ ...node, isDeleted: true }]))
}
const bringBack = (bench: ReturnType<typeof memoryBench>) => {
  const typed = bench.board.edits.undo()
  return typed.ok
}

describe('a node that somebody else deletes while one writes on it', () => {
  it('keeps the title that was typed, and says so', () => {
    const bench = memoryBench(garden)
    const editing: Editing = { nodeId: 'a', isNew: false, typed: null }
    bench.editing.set(editing)
    titleSessionOf(bench, editing).write('Half a title')
    deleteBy(bench, 'a')
    expect(screen.getByRole('status').textContent).toContain(
      'Someone else deleted “a”. Your text is kept with it: Half a title',
    )
    expect(screen.getByRole('button', { name: 'Copy my text' })).toBeTruthy()
    expect(bench.editing.get()).toBeNull()
    // The text is a change of mine like any other.
    expect(bringBack(bench)).toBe(true)
  })

  it('keeps the description that was typed', () => {
    const bench = memoryBench(garden)
    const session = new BodySession(bench, 'b')
    session.begin()
    session.write('<p>Half a sentence</p>')
    deleteBy(bench, 'b')
    expect(screen.getByRole('status').textContent).toContain('Half a sentence')
    session.end()
    expect(bench.told).toEqual([])
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(bringBack(bench)).toBe(true)
  })

  it('is said in passing where nothing was typed', () => {
    const bench = memoryBench(garden)
    const session = new BodySession(bench, 'b')
    session.begin()
    deleteBy(bench, 'b')
    expect(screen.getByRole('status').textContent).toBe('Someone else deleted “b”')
    expect(bringBack(bench)).toBe(false)
  })
})
