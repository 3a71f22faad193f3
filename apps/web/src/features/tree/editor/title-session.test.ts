import { limits } from '@espalier/domain'
import { act, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryBench } from '../testing/memory-bench.ts'
import { pendingTitles } from './pending.ts'
import { titleSessionOf } from './title-session.ts'
import { TitleEditor } from './TitleEditor.tsx'

function edit(isNew = false) {
  const bench = memoryBench({ Root: { Pear: {} } })
  const editing = { nodeId: 'Pear', isNew, typed: null }
  bench.editing.set(editing)
  return { bench, editing, session: titleSessionOf(bench, editing), title: () => bench.board.node('Pear')?.title }
}

/** As if the server had refused what was stored last. */
function rollBack({ board }: ReturnType<typeof edit>['bench'], title: string): void {
  const node = board.node('Pear')
  if (node !== undefined) board.rollBack([{ ...node, title }])
}

describe('one edit of a title', () => {
  it('is pending while it differs from what is stored', () => {
    const { session } = edit()
    expect(pendingTitles.get().has('Pear')).toBe(false)
    session.write('Pears')
    expect(pendingTitles.get().has('Pear')).toBe(true)
    session.save()
    expect(pendingTitles.get().has('Pear')).toBe(false)
    session.write('Pear')
    expect(pendingTitles.get().has('Pear')).toBe(true)
    session.commit()
    expect(pendingTitles.get().has('Pear')).toBe(false)
  })

  it('is one undo step, however often it was saved', () => {
    const { session, bench, title } = edit()
    for (const text of ['P', 'Pl', 'Plum']) {
      session.write(text)
      session.save()
    }
    session.commit()
    bench.board.edits.undo()
    expect(title()).toBe('Pear')
  })

  it('two edits are two steps', () => {
    const { session, bench, title } = edit()
    session.write('Plum')
    session.commit()
    const again = { nodeId: 'Pear', isNew: false, typed: null }
    bench.editing.set(again)
    const second = titleSessionOf(bench, again)
    second.write('Fig')
    second.commit()
    bench.board.edits.undo()
    expect(title()).toBe('Plum')
  })

  it('cancelled, gives back what was there before it was saved', () => {
    const { session, title } = edit()
    session.write('Plum')
    session.save()
    session.cancel()
    expect(title()).toBe('Pear')
  })

  it('of a new node, cancelled, takes the node away and stores nothing of what was typed', () => {
    const { session, bench, title } = edit(true)
    const change = vi.spyOn(bench.board.edits, 'change')
    session.write('Plum')
    session.cancel()
    expect(title()).toBeUndefined()
    expect(change).not.toHaveBeenCalled()
  })

  it('goes on where it was when its node is drawn anew', () => {
    const { session, bench, editing } = edit()
    session.write('Plum')
    expect(titleSessionOf(bench, editing)).toBe(session)
    expect(session.draft).toBe('Plum')
  })

  it('refused by the server, stays in the editor and is not sent again as it is', () => {
    const { session, bench, title } = edit()
    const told = vi.spyOn(bench.board.edits, 'change')
    session.write('Plum')
    session.save()
    rollBack(bench, 'Pear')
    expect(pendingTitles.get().has('Pear')).toBe(true)
    session.save()
    session.commit()
    expect(told).toHaveBeenCalledTimes(1)
    expect(bench.told).toEqual(['This title could not be saved'])
    expect(bench.editing.get()).not.toBeNull()
    session.write('Fig')
    session.commit()
    expect(title()).toBe('Fig')
  })

  it('is over once: what comes late changes nothing', () => {
    const { session, title } = edit()
    session.commit()
    session.write('Late')
    session.save()
    session.leave()
    expect(title()).toBe('Pear')
    expect(pendingTitles.get().has('Pear')).toBe(false)
  })
})

const typeInto = (textbox: Element | null, text: string) => {
  if (textbox !== null) textbox.textContent = text
  textbox?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('the clock of the editor', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves every five seconds while the title has the focus, and only then', () => {
    const { bench, title } = edit()
    const { container } = render(createElement(TitleEditor, { bench, nodeId: 'Pear' }))
    const textbox = container.querySelector<HTMLElement>('[role="textbox"]')
    act(() => typeInto(textbox, 'Pears'))
    act(() => void vi.advanceTimersByTime(limits.autosaveMs - 1))
    expect(title()).toBe('Pear')
    act(() => void vi.advanceTimersByTime(1))
    expect(title()).toBe('Pears')
    expect(bench.editing.get()).not.toBeNull()
    act(() => textbox?.blur())
    act(() => void vi.advanceTimersByTime(limits.autosaveMs * 2))
    expect(bench.editing.get()).toBeNull()
  })
})
