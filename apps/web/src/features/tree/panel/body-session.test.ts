import { describe, expect, it } from 'vitest'
import type { BoardChange } from '../../../data/board/board.ts'
import { memoryBench } from '../testing/memory-bench.ts'
import { memoryBoard } from '../testing/memory-board.ts'
import { BodySession } from './body-session.ts'

function open() {
  const board = memoryBoard([{ id: 'a', title: 'A', body: '<p>old</p>' }])
  const listeners: ((change: BoardChange) => void)[] = []
  // What a server takes back comes through the same door as every other change.
  const listen = (listener: (change: BoardChange) => void) => {
    listeners.push(listener)
    return () => void listeners.splice(listeners.indexOf(listener), 1)
  }
  const bench = memoryBench(Object.assign(board, { listen }))
  const session = new BodySession(bench, 'a')
  session.begin()
  const change = (body: string, origin: BoardChange['origin']) => {
    const node = board.node('a')
    if (node !== undefined) board.receive([{ ...node, body }])
    for (const listener of listeners) listener({ ids: ['a'], isStructural: false, origin })
  }
  return { session, change, listeners, body: () => board.node('a')?.body }
}

describe('a description that the server takes back', () => {
  it('stays in the editor, is not sent again as it is, and is sent once it has changed', () => {
    const { session, change, body } = open()
    session.write('<p>mine</p>')
    session.save()
    change('<p>old</p>', 'rolled-back')
    expect(session.view.get()).toEqual({ html: '<p>old</p>', revision: 0, fault: 'This text could not be saved' })
    session.save()
    expect(body()).toBe('<p>old</p>')
    session.write('<p>mine, better</p>')
    session.save()
    expect(body()).toBe('<p>mine, better</p>')
    expect(session.view.get().fault).toBe('')
  })
})

describe('a description that others change', () => {
  it('waits until the text is left, so that the caret stays', () => {
    const { session, change } = open()
    session.focus()
    change('<p>theirs</p>', 'others')
    expect(session.view.get().revision).toBe(0)
    session.leave()
    expect(session.view.get()).toEqual({ html: '<p>theirs</p>', revision: 1, fault: '' })
  })

  it('is nothing to a session that is over', () => {
    const { session, listeners } = open()
    session.end()
    expect(listeners).toEqual([])
  })
})
