import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryBench } from '../testing/memory-bench.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { DescriptionSession } from '../details/description-session.ts'
import { getTitleSession } from '../editor/title-session.ts'
import type { TitleEdit } from '../workspace/project-workspace.ts'
import { notifyOverwrittenTexts, notifyRejectedChanges } from './edit-notices.ts'

const garden = { root: { a: {}, b: {} } }

beforeEach(() => void render(<Toasts />))
afterEach(() => act(() => toastList.closeAll()))

describe('a text that somebody else replaced', () => {
  it.each([
    ['title', 'Someone else renamed “Quinces” to “Medlars”'],
    ['body', 'Someone else changed your description of “a”'],
  ] as const)('(%s) is said and can be had back', async (field, said) => {
    const workspace = memoryBench(garden)
    const stop = notifyOverwrittenTexts(workspace)
    act(() => workspace.board.overwrite({ id: 'a', field, mine: 'Quinces', theirs: 'Medlars' }))
    expect(screen.getByRole('status').textContent).toContain(said)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect(workspace.board.node('a')?.[field]).toBe('Quinces')
    expect(screen.queryByRole('status')).toBeNull()
    stop()
  })

  it('is not written by someone who may no longer edit', async () => {
    const workspace = memoryBench(garden)
    notifyOverwrittenTexts(workspace)
    act(() => workspace.board.overwrite({ id: 'a', field: 'title', mine: 'Quinces', theirs: 'Medlars' }))
    workspace.board.allowEditing(false)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect([workspace.board.node('a')?.title, workspace.told.length]).toEqual(['a', 1])
  })
})

const told = async (...refused: readonly { change: string; text: string; isLate: boolean }[]) => {
  const workspace = memoryBench(garden)
  const stop = notifyRejectedChanges(workspace)
  for (const one of refused) workspace.board.refuse(one.text, one)
  await waitFor(() => expect(workspace.told).not.toEqual([]))
  stop()
  return workspace.told
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

const deleteBy = (workspace: ReturnType<typeof memoryBench>, id: string) => {
  const node = workspace.board.node(id)
  if (node !== undefined) act(() => workspace.board.receive([{ ...node, isDeleted: true }]))
}
const bringBack = (workspace: ReturnType<typeof memoryBench>) => {
  const typed = workspace.board.edits.undo()
  return typed.ok
}

describe('a node that somebody else deletes while one writes on it', () => {
  it('keeps the title that was typed, and says so', () => {
    const workspace = memoryBench(garden)
    const editing: TitleEdit = { nodeId: 'a', isNew: false, typed: null }
    workspace.editing.set(editing)
    getTitleSession(workspace, editing).updateDraft('Half a title')
    deleteBy(workspace, 'a')
    expect(screen.getByRole('status').textContent).toContain(
      'Someone else deleted “a”. Your text is kept with it: Half a title',
    )
    expect(screen.getByRole('button', { name: 'Copy my text' })).toBeTruthy()
    expect(workspace.editing.get()).toBeNull()
    // The text is a change of mine like any other.
    expect(bringBack(workspace)).toBe(true)
  })

  it('keeps the description that was typed', () => {
    const workspace = memoryBench(garden)
    const session = new DescriptionSession(workspace, 'b')
    session.begin()
    session.write('<p>Half a sentence</p>')
    deleteBy(workspace, 'b')
    expect(screen.getByRole('status').textContent).toContain('Half a sentence')
    session.end()
    expect(workspace.told).toEqual([])
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(bringBack(workspace)).toBe(true)
  })

  it('is said in passing where nothing was typed', () => {
    const workspace = memoryBench(garden)
    const session = new DescriptionSession(workspace, 'b')
    session.begin()
    deleteBy(workspace, 'b')
    expect(screen.getByRole('status').textContent).toBe('Someone else deleted “b”')
    expect(bringBack(workspace)).toBe(false)
  })
})
