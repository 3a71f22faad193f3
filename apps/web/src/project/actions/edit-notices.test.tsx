import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { DescriptionSession } from '../details/description-session.ts'
import { getTitleSession } from '../editor/title-session.ts'
import type { TitleEdit } from '../workspace/project-workspace.ts'
import { notifyOverwrittenTexts, notifyRejectedChanges } from './edit-notices.ts'

const garden = { root: { a: {}, b: {} } }

beforeEach(() => void render(<Toasts />))
afterEach(() => act(() => toastList.closeAll()))

/** This person writes 'Quinces', and somebody else 'Medlars' over it. */
async function replaceText({ client }: ReturnType<typeof openTestWorkspace>, field: 'title' | 'body') {
  client.edits.change('a', { [field]: 'Quinces' })
  await client.settle()
  const node = client.node('a')
  if (node !== undefined) act(() => client.receive([{ ...node, [field]: 'Medlars' }]))
}

describe('text that somebody else replaced', () => {
  it.each([
    ['title', 'Someone else renamed “Quinces” to “Medlars”'],
    ['body', 'Someone else changed your description of “a”'],
  ] as const)('reports a replaced text (%s) and offers it back', async (field, notice) => {
    const workspace = openTestWorkspace(garden)
    const stop = notifyOverwrittenTexts(workspace)
    await replaceText(workspace, field)
    expect(screen.getByRole('status').textContent).toContain(notice)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect(workspace.client.node('a')?.[field]).toBe('Quinces')
    expect(screen.queryByRole('status')).toBeNull()
    stop()
  })

  it('does not restore a replaced text after the person lost the right to edit', async () => {
    const workspace = openTestWorkspace(garden)
    notifyOverwrittenTexts(workspace)
    await replaceText(workspace, 'title')
    workspace.client.allowEditing(false)
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect([workspace.client.node('a')?.title, workspace.notices.length]).toEqual(['Medlars', 1])
  })
})

function openRejected() {
  const workspace = openTestWorkspace(garden)
  const { client } = workspace
  const stop = notifyRejectedChanges(workspace)
  const waitForNotices = async () => {
    await waitFor(() => expect(workspace.notices).not.toEqual([]))
    stop()
    return workspace.notices
  }
  return { client, waitForNotices }
}

describe('rejected changes', () => {
  it('says why a recent change was rejected', async () => {
    const { client, waitForNotices } = openRejected()
    client.edits.move(['a'], { side: 'onto', targetId: 'b' })
    await client.rejectUnsent('The node is gone')
    expect(await waitForNotices()).toEqual(['The node is gone'])
  })

  it('lists changes that were rejected later or together', async () => {
    const { client, waitForNotices } = openRejected()
    client.goAway(true)
    client.edits.change('a', { title: 'b' })
    await client.settle()
    client.goAway(false)
    const rejected = client.rejectUnsent('No')
    client.tryAgain()
    await rejected
    expect(await waitForNotices()).toEqual(['1 change was not saved:\nRename to “b”: No'])

    const together = openRejected()
    together.client.edits.move(['a'], { side: 'onto', targetId: 'b' })
    together.client.edits.change('b', { title: 'b too' })
    await together.client.rejectUnsent('The node is gone', 'No')
    expect(await together.waitForNotices()).toEqual([
      '2 changes were not saved:\nMove “a”: The node is gone\nRename to “b too”: No',
    ])
  })
})

const deleteBy = (workspace: ReturnType<typeof openTestWorkspace>, id: string) => {
  const node = workspace.client.node(id)
  if (node !== undefined) act(() => workspace.client.receive([{ ...node, isDeleted: true }]))
}
const bringBack = (workspace: ReturnType<typeof openTestWorkspace>) => {
  const typed = workspace.client.edits.undo()
  return typed.ok
}

describe('node deleted by somebody else while it is edited', () => {
  it('keeps a typed title and says so when its node is deleted', () => {
    const workspace = openTestWorkspace(garden)
    const editing: TitleEdit = { nodeId: 'a', isNew: false, typed: null }
    workspace.editing.set(editing)
    getTitleSession(workspace, editing).updateDraft('Half a title')
    deleteBy(workspace, 'a')
    expect(screen.getByRole('status').textContent).toContain(
      'Someone else deleted “a”. Your text is saved with it: Half a title',
    )
    expect(screen.getByRole('button', { name: 'Copy my text' })).toBeTruthy()
    expect(workspace.editing.get()).toBeNull()
    // The typed text is an undoable change like any other.
    expect(bringBack(workspace)).toBe(true)
  })

  it('returns a typed title also if it was saved while it was typed', () => {
    const workspace = openTestWorkspace(garden)
    const editing: TitleEdit = { nodeId: 'a', isNew: false, typed: null }
    workspace.editing.set(editing)
    const session = getTitleSession(workspace, editing)
    session.updateDraft('Half a title')
    expect(session.save().ok).toBe(true)
    deleteBy(workspace, 'a')
    expect(screen.getByRole('status').textContent).toContain(
      'Someone else deleted “a”. Your text is saved with it: Half a title',
    )
  })

  it('keeps a typed description when its node is deleted', () => {
    const workspace = openTestWorkspace(garden)
    const session = new DescriptionSession(workspace, 'b')
    session.begin()
    session.write('<p>Half a sentence</p>')
    deleteBy(workspace, 'b')
    expect(screen.getByRole('status').textContent).toContain('Half a sentence')
    session.end()
    expect(workspace.notices).toEqual([])
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(bringBack(workspace)).toBe(true)
  })

  it('only mentions a deleted node when nothing was typed', () => {
    const workspace = openTestWorkspace(garden)
    const session = new DescriptionSession(workspace, 'b')
    session.begin()
    deleteBy(workspace, 'b')
    expect(screen.getByRole('status').textContent).toBe('Someone else deleted “b”')
    expect(bringBack(workspace)).toBe(false)
  })
})
