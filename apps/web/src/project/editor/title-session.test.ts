import { limits } from '@espalier/domain'
import { act, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { TitleEditor } from './TitleEditor.tsx'
import { getTitleSession, unsavedTitles } from './title-session.ts'

function edit(isNew = false) {
  const workspace = openTestWorkspace({ Root: { Pear: {} } })
  const editing = { nodeId: 'Pear', isNew, typed: null }
  workspace.editing.set(editing)
  return {
    workspace,
    editing,
    session: getTitleSession(workspace, editing),
    title: () => workspace.client.node('Pear')?.title,
  }
}

describe('title edit session', () => {
  it('marks a title as unsaved while the draft differs from the stored one', () => {
    const { session } = edit()
    expect(unsavedTitles.get().has('Pear')).toBe(false)
    session.updateDraft('Pears')
    expect(unsavedTitles.get().has('Pear')).toBe(true)
    session.save()
    expect(unsavedTitles.get().has('Pear')).toBe(false)
    session.updateDraft('Pear')
    expect(unsavedTitles.get().has('Pear')).toBe(true)
    session.commit()
    expect(unsavedTitles.get().has('Pear')).toBe(false)
  })

  it('makes a title edit one undo step however often it was saved', () => {
    const { session, workspace, title } = edit()
    for (const text of ['P', 'Pl', 'Plum']) {
      session.updateDraft(text)
      session.save()
    }
    session.commit()
    workspace.client.edits.undo()
    expect(title()).toBe('Pear')
  })

  it('makes two edits two undo steps', () => {
    const { session, workspace, title } = edit()
    session.updateDraft('Plum')
    session.commit()
    const again = { nodeId: 'Pear', isNew: false, typed: null }
    workspace.editing.set(again)
    const second = getTitleSession(workspace, again)
    second.updateDraft('Fig')
    second.commit()
    workspace.client.edits.undo()
    expect(title()).toBe('Plum')
  })

  it('restores the earlier title on cancel after a save', () => {
    const { session, title } = edit()
    session.updateDraft('Plum')
    session.save()
    session.cancel()
    expect(title()).toBe('Pear')
  })

  it('removes a new node on cancel and stores nothing that was typed', () => {
    const { session, workspace, title } = edit(true)
    const change = vi.spyOn(workspace.client.edits, 'change')
    session.updateDraft('Plum')
    session.cancel()
    expect(title()).toBeUndefined()
    expect(change).not.toHaveBeenCalled()
  })

  it('continues when its node is remounted', () => {
    const { session, workspace, editing } = edit()
    session.updateDraft('Plum')
    expect(getTitleSession(workspace, editing)).toBe(session)
    expect(session.draft).toBe('Plum')
  })

  it('keeps a rejected title in the editor and does not resend it unchanged', async () => {
    const { session, workspace, title } = edit()
    const changeSpy = vi.spyOn(workspace.client.edits, 'change')
    session.updateDraft('Plum')
    session.save()
    await workspace.client.rejectUnsent('No')
    expect(title()).toBe('Pear')
    expect(unsavedTitles.get().has('Pear')).toBe(true)
    session.save()
    session.commit()
    expect(changeSpy).toHaveBeenCalledTimes(1)
    expect(workspace.notices).toEqual(["This title couldn't be saved. Change it and try again."])
    expect(workspace.editing.get()).not.toBeNull()
    session.updateDraft('Fig')
    session.commit()
    expect(title()).toBe('Fig')
  })

  it('ignores late calls after it ended', () => {
    const { session, title } = edit()
    session.commit()
    session.updateDraft('Late')
    session.save()
    session.leave()
    expect(title()).toBe('Pear')
    expect(unsavedTitles.get().has('Pear')).toBe(false)
  })
})

const typeInto = (textbox: Element | null, text: string) => {
  if (textbox !== null) textbox.textContent = text
  textbox?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('autosave of a title', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves at each pause while others can see it, and during long typing every two seconds', () => {
    const { workspace, session, title } = edit()
    session.updateDraft('Pe')
    vi.advanceTimersByTime(1_000)
    expect(title()).toBe('Pear')
    const bea = { id: 'bea', name: 'Bea', picture: '', colour: '#0b6a7a', nodeIds: [] }
    workspace.client.showOthers([bea])
    session.updateDraft('Pea')
    session.updateDraft('Peac')
    expect(title()).toBe('Pear')
    vi.advanceTimersByTime(500)
    expect(title()).toBe('Peac')
    for (const letters of ['Peach', 'Peach ', 'Peach t', 'Peach tr', 'Peach tre']) {
      session.updateDraft(letters)
      vi.advanceTimersByTime(400)
    }
    expect(title()).toBe('Peach tre')
    session.updateDraft('Peach tree')
    session.cancel()
    vi.advanceTimersByTime(1_000)
    expect(title()).toBe('Pear')
  })

  it('saves every five seconds only while the title has the focus', () => {
    const { workspace, title } = edit()
    const { container } = render(createElement(TitleEditor, { workspace, nodeId: 'Pear' }))
    const textbox = container.querySelector<HTMLElement>('[role="textbox"]')
    act(() => typeInto(textbox, 'Pears'))
    act(() => void vi.advanceTimersByTime(limits.autosaveMs - 1))
    expect(title()).toBe('Pear')
    act(() => void vi.advanceTimersByTime(1))
    expect(title()).toBe('Pears')
    expect(workspace.editing.get()).not.toBeNull()
    act(() => textbox?.blur())
    act(() => void vi.advanceTimersByTime(limits.autosaveMs * 2))
    expect(workspace.editing.get()).toBeNull()
  })
})
