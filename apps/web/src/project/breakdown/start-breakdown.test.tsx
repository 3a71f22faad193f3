import type { PageConfig } from '@espalier/schema'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setPageConfig } from '../../api/session/page-config.ts'
import { PlainCanvas } from '../testing/PlainCanvas.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { defaultPageConfig, jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { isActionAvailable, tryAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { breakDownAction } from '../menu/menu-actions.ts'

const provide = (ai: PageConfig['features']['ai']) =>
  setPageConfig({ ...defaultPageConfig, features: { ...defaultPageConfig.features, ai } })

beforeEach(() => {
  resetPage()
  provide('openai')
})
afterEach(() => act(() => toastList.closeWhere(() => true)))

/** Opens a project whose server answers when the test triggers it. */
function open() {
  const answers: ((response: Response | Promise<Response>) => void)[] = []
  const network = stubNetwork({ '/graphql/': () => new Promise<Response>((resolve) => void answers.push(resolve)) })
  const workspace = openTestWorkspace(
    openTestProject([
      { id: 'root', title: 'Root' },
      { id: 'a', title: 'Pears &amp; plums', parentIds: ['root'] },
      { id: 'b', title: 'Other', parentIds: ['root'] },
    ]),
  )
  render(
    <main>
      <PlainCanvas workspace={workspace} />
      <Toasts />
    </main>,
  )
  let toggled = 0
  const showProposals = (isOpen: boolean) =>
    act(() => workspace.proposals.set({ count: 1, isOpen, part: null, toggle: () => void (toggled += 1) }))
  const selectNode = (id: string) =>
    act(() => {
      workspace.selection.set({ ids: new Set([id]), current: id })
      workspace.map.focus(id)
    })
  const start = async () => {
    selectNode('a')
    tryAction(breakDownAction, workspace, 'a')
    await waitFor(() => expect(network.to('/graphql/')).toHaveLength(1))
    return network.to('/graphql/')[0]?.body
  }
  const answer = (body: object) => answers.pop()?.(jsonResponse(200, [body]))
  const lose = () => answers.pop()?.(Promise.reject(new TypeError('Failed to fetch')))
  const add = (...ids: string[]) =>
    act(() => {
      for (const id of ids) workspace.client.receive([buildNodeRecord({ id, title: id, parentIds: ['a'] })])
    })
  return { workspace, showProposals, selectNode, start, answer, lose, add, toggled: () => toggled }
}

const proposed = { data: { proposeBreakdown: 'p' } }
const complete = 'The ideas for Pears & plums are complete. Accept or reject them in the proposals.'

describe('breakdown action', () => {
  it('offers the breakdown for leaves and editors only', () => {
    const workspace = openTestWorkspace({ root: { leaf: {} } })
    expect([
      isActionAvailable(breakDownAction, workspace, 'leaf'),
      isActionAvailable(breakDownAction, workspace, 'root'),
    ]).toEqual([true, false])
    expect(getActionLabel(breakDownAction, workspace, 'leaf')).toBe('AI Breakdown')
    provide('anthropic')
    expect(getActionLabel(breakDownAction, workspace, 'leaf')).toBe('AI Breakdown')
    provide('outline')
    expect(getActionLabel(breakDownAction, workspace, 'leaf')).toBe('Split description into child nodes')
    provide('off')
    expect(isActionAvailable(breakDownAction, workspace, 'leaf')).toBe(false)
    provide('outline')
    workspace.client.allowEditing(false)
    expect(isActionAvailable(breakDownAction, workspace, 'leaf')).toBe(false)
  })

  it('does not offer a breakdown while one runs', () => {
    const workspace = openTestWorkspace(
      openTestProject([{ id: 'a', title: 'A', style: { backgroundColor: '#fffabb', processing: true } }]),
    )
    expect(isActionAvailable(breakDownAction, workspace, 'a')).toBe(false)
  })
})

describe('ideas of an AI service', () => {
  it('requests ideas as a proposal, whose panel opens for a person who waits', async () => {
    const { workspace, showProposals, start, answer, toggled } = open()
    expect(await start()).toMatchObject([{ operationName: 'ProposeBreakdown', variables: { id: 'a' } }])
    expect(workspace.map.announcements).toEqual(['Breaking down Pears & plums'])
    showProposals(false)
    answer(proposed)
    await waitFor(() => expect(toggled()).toBe(1))
    expect([workspace.notices, workspace.client.outline()]).toEqual([[], 'Root(Pears &amp; plums Other)'])
  })

  it('leaves a panel open that has opened with the first idea', async () => {
    const { workspace, showProposals, start, answer, toggled } = open()
    await start()
    showProposals(true)
    answer(proposed)
    await waitFor(() => expect(workspace.map.announcements.at(-1)).toBe(complete))
    expect(toggled()).toBe(0)
  })

  it('takes no focus from a person who has moved on, who gets a notice', async () => {
    const { workspace, showProposals, selectNode, start, answer, toggled } = open()
    await start()
    showProposals(false)
    selectNode('b')
    answer(proposed)
    await waitFor(() => expect(workspace.notices).toEqual([complete]))
    expect(toggled()).toBe(0)
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('b')
  })

  it("fail with the service's message, and with one of the page if the connection is lost", async () => {
    const first = open()
    await first.start()
    const message = 'The AI service is busy. Try again in 20 s.'
    first.answer({ data: null, errors: [{ message, extensions: { code: 'UPSTREAM_FAILED' } }] })
    await waitFor(() => expect(first.workspace.notices).toEqual([message]))
    const second = open()
    await second.start()
    second.lose()
    await waitFor(() =>
      expect(second.workspace.notices).toEqual(['The server cannot be reached: try again once you are online']),
    )
  })
})

describe('a description that is split', () => {
  beforeEach(() => provide('outline'))

  it('splits a description into child nodes at once, which are one undo step', async () => {
    const { workspace, start, answer, add } = open()
    expect(await start()).toMatchObject([{ operationName: 'AiBreakdownNode', variables: { id: 'a' } }])
    add('one', 'theirs')
    answer({ data: { aiBreakdownNode: [{ id: 'one' }, { id: 'two' }] } })
    add('two')
    await screen.findByText('2 child nodes added to Pears & plums')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(workspace.client.outline()).toBe('Root(Pears &amp; plums(theirs) Other)')
    act(() => void workspace.client.edits.redo())
    expect(workspace.client.outline()).toMatch(/one.*two|two.*one/u)
  })

  it('says why a description cannot be split', async () => {
    const { workspace, start, answer } = open()
    await start()
    const message = 'Write a description first: it is split into child nodes'
    answer({ data: null, errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
    await waitFor(() => expect(workspace.notices).toEqual([message]))
  })
})
