import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { plantedNode } from '../testing/planted-nodes.ts'
import { DescriptionSession } from './description-session.ts'

const withBody = (body: string) => [plantedNode({ id: 'a', title: 'A', body })]

function open() {
  const board = openTestProject([{ id: 'a', title: 'A', body: '<p>old</p>' }])
  const session = new DescriptionSession(openTestWorkspace(board), 'a')
  session.begin()
  return {
    session,
    receive: (body: string) => board.receive(withBody(body)),
    rejectUnsent: board.rejectUnsent,
    body: () => board.node('a')?.body,
  }
}

describe('a description that the server takes back', () => {
  it('stays in the editor, is not sent again as it is, and is sent once it has changed', async () => {
    const { session, rejectUnsent, body } = open()
    session.write('<p>mine</p>')
    session.save()
    await rejectUnsent('No')
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
    const { session, receive } = open()
    session.focus()
    receive('<p>theirs</p>')
    expect(session.view.get().revision).toBe(0)
    session.leave()
    expect(session.view.get()).toEqual({ html: '<p>theirs</p>', revision: 1, fault: '' })
  })

  it('is nothing to a session that is over', () => {
    const { session, receive } = open()
    session.end()
    receive('<p>theirs</p>')
    expect(session.view.get().revision).toBe(0)
  })
})
