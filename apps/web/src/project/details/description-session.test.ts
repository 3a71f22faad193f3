import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { DescriptionSession } from './description-session.ts'

const withBody = (body: string) => [buildNodeRecord({ id: 'a', title: 'A', body })]

function open() {
  const client = openTestProject([{ id: 'a', title: 'A', body: '<p>old</p>' }])
  const session = new DescriptionSession(openTestWorkspace(client), 'a')
  session.begin()
  return {
    session,
    receive: (body: string) => client.receive(withBody(body)),
    rejectUnsent: client.rejectUnsent,
    body: () => client.node('a')?.body,
  }
}

describe('rejected description', () => {
  it('keeps a rejected description in the editor and resends it only after a change', async () => {
    const { session, rejectUnsent, body } = open()
    session.write('<p>mine</p>')
    session.save()
    await rejectUnsent('No')
    expect(session.view.get()).toEqual({
      html: '<p>old</p>',
      revision: 0,
      fault: "This text couldn't be saved. Change it and try again.",
    })
    session.save()
    expect(body()).toBe('<p>old</p>')
    session.write('<p>mine, better</p>')
    session.save()
    expect(body()).toBe('<p>mine, better</p>')
    expect(session.view.get().fault).toBe('')
  })
})

describe('description changed by others', () => {
  it("applies somebody else's text when the editor loses the focus, so that the caret stays", () => {
    const { session, receive } = open()
    session.focus()
    receive('<p>theirs</p>')
    expect(session.view.get().revision).toBe(0)
    session.leave()
    expect(session.view.get()).toEqual({ html: '<p>theirs</p>', revision: 1, fault: '' })
  })

  it('ignores changes by others after the session ended', () => {
    const { session, receive } = open()
    session.end()
    receive('<p>theirs</p>')
    expect(session.view.get().revision).toBe(0)
  })
})
