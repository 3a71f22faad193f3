import type { PageConfig } from '@espalier/schema'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { setPageConfig } from '../../api/session/page-config.ts'
import { PlainCanvas } from '../testing/PlainCanvas.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { useCell } from '../../platform/cell.ts'
import { defaultPageConfig, jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { isActionAvailable, tryAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { breakDownAction } from '../menu/menu-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const provide = (ai: PageConfig['features']['ai']) =>
  setPageConfig({ ...defaultPageConfig, features: { ...defaultPageConfig.features, ai } })

beforeEach(() => {
  resetPage()
  provide('openai')
})

const Over = ({ workspace }: { readonly workspace: ProjectWorkspace }) => useCell(workspace.overlay)

const named = (ids: readonly string[]) => ({ data: { aiBreakdownNode: ids.map((id) => ({ id })) } })

/** Opens a project whose server answers when the test triggers it. */
function open() {
  let at = 0
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
      <Over workspace={workspace} />
    </main>,
  )
  const made = (...ids: string[]) =>
    act(() => {
      for (const id of ids) workspace.client.make([buildNodeRecord({ id, title: id, parentIds: ['a'] }, (at += 100))])
    })
  const asked = () => waitFor(() => expect(network.to('/graphql/')).toHaveLength(1))
  const start = async () => {
    workspace.selection.set({ ids: new Set(['a']), current: 'a' })
    act(() => workspace.map.focus('a'))
    tryAction(breakDownAction, workspace, 'a')
    await asked()
  }
  const answer = (body: object) => answers.pop()?.(jsonResponse(200, [body]))
  const answered = async (body: object) => {
    answer(body)
    await waitFor(() => expect(screen.queryByRole('region')?.getAttribute('aria-busy')).not.toBe('true'))
  }
  const finish = (...ids: string[]) => answered(named(ids))
  const finishEarly = (...ids: string[]) => answer(named(ids))
  const fail = (code: string, message: string) => answered({ data: null, errors: [{ message, extensions: { code } }] })
  const lose = () => answers.pop()?.(Promise.reject(new TypeError('Failed to fetch')))
  return { workspace, network, start, made, finish, finishEarly, fail, lose, outline: () => workspace.client.outline() }
}

const before = 'Root(Pears &amp; plums Other)'
const bar = () => screen.getByRole('region')
const rows = () => screen.queryAllByRole('listitem').map((row) => row.getAttribute('aria-label'))
const press = (row: string, name: string) =>
  userEvent.click(within(screen.getByRole('listitem', { name: row })).getByRole('button', { name }))

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

describe('breakdown ideas', () => {
  it('shows and counts ideas as they arrive and makes them one undo step', async () => {
    const { workspace, start, made, finish, outline, network } = open()
    await start()
    expect(network.to('/graphql/')[0]?.body).toMatchObject([
      { operationName: 'AiBreakdownNode', variables: { id: 'a' } },
    ])
    await waitFor(() => expect(bar().getAttribute('aria-label')).toBe('Getting ideas for Pears & plums'))
    made('one')
    await waitFor(() => expect(bar().getAttribute('aria-label')).toBe('1 idea for Pears & plums'))
    act(() => void workspace.client.edits.change('b', { title: 'Changed' }))
    made('two', 'three')
    await finish('one', 'two', 'three')
    expect(rows()).toEqual(['one', 'two', 'three'])
    expect(bar().getAttribute('aria-label')).toBe('3 ideas for Pears & plums')
    expect(workspace.map.announcements.at(-1)).toBe('3 ideas for Pears & plums. Keep all, or edit or discard each.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep all'))
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('region')).toBeNull()
    expect(workspace.map.focused.at(-1)).toBe('one')
    act(() => void workspace.client.edits.undo())
    expect(outline()).toBe('Root(Pears &amp; plums(one two three) Other)')
    act(() => void workspace.client.edits.undo())
    expect([outline(), workspace.client.canUndo.get()]).toEqual([before, false])
    act(() => void workspace.client.edits.redo())
    expect(outline()).toBe('Root(Pears &amp; plums(one two three) Other)')
  })

  it('waits for ideas that arrive after the answer that names them', async () => {
    const { workspace, start, made, finishEarly } = open()
    await start()
    finishEarly('one', 'two')
    made('one')
    await waitFor(() => expect(rows()).toEqual(['one']))
    expect(bar().getAttribute('aria-busy')).toBe('true')
    made('two')
    await waitFor(() => expect(bar().getAttribute('aria-busy')).not.toBe('true'))
    expect(rows()).toEqual(['one', 'two'])
    await waitFor(() => expect(workspace.map.announcements.at(-1)).toMatch(/^2 ideas/u))
  })

  it('discards ideas one by one in the same undo step by keyboard alone', async () => {
    const { workspace, start, made, finish, outline } = open()
    await start()
    made('one', 'two', 'three')
    await finish('one', 'two', 'three')
    await press('two', 'Discard')
    expect(outline()).toBe('Root(Pears &amp; plums(one three) Other)')
    expect(bar().getAttribute('aria-label')).toBe('2 ideas for Pears & plums')
    expect(document.activeElement?.closest('li')?.getAttribute('aria-label')).toBe('three')
    expect(workspace.selection.get().current).toBe('three')
    await userEvent.keyboard('{Enter}')
    expect(rows()).toEqual(['one'])
    act(() => void workspace.client.edits.undo())
    expect([outline(), workspace.client.canUndo.get()]).toEqual([before, false])
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  })

  it('discards an idea on the canvas and keeps the focus there', async () => {
    const { start, made, finish, outline } = open()
    await start()
    made('one', 'two')
    await finish('one', 'two')
    act(() => document.body.focus())
    const node = screen.getByRole('treeitem', { name: /^two/u })
    await userEvent.click(await within(node).findByRole('button', { name: 'Discard' }))
    expect(outline()).toBe('Root(Pears &amp; plums(one) Other)')
    await userEvent.click(
      within(screen.getByRole('treeitem', { name: /^one/u })).getByRole('button', { name: 'Discard' }),
    )
    expect(outline()).toBe(before)
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('edits the title of an idea in place', async () => {
    const { workspace, start, made, finish } = open()
    await start()
    made('one')
    await finish('one')
    await press('one', 'Edit')
    expect(workspace.editing.get()).toEqual({ nodeId: 'one', isNew: false, typed: null })
    act(() => void workspace.client.edits.change('one', { title: '<p>Better</p>' }))
    expect(rows()).toEqual(['Better'])
    bar().querySelector('button')?.focus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('keeps the focus where the person has moved meanwhile', async () => {
    const { workspace, start, made, finish } = open()
    await start()
    act(() => {
      workspace.selection.set({ ids: new Set(['b']), current: 'b' })
      workspace.map.focus('b')
    })
    made('one')
    await finish('one')
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('b')
  })

  it('distinguishes ideas from nodes that others add or that arrive with the answer', async () => {
    const { workspace, start, made, finish } = open()
    await start()
    made('one')
    act(() => workspace.client.receive([buildNodeRecord({ id: 'theirs', title: 'theirs', parentIds: ['a'] })]))
    act(() => workspace.client.receive([buildNodeRecord({ id: 'late', title: 'late', parentIds: ['a'] })]))
    await finish('one', 'late')
    expect(rows()).toEqual(['one', 'late'])
    act(() => void workspace.client.edits.undo())
    expect(workspace.client.outline()).toBe('Root(Pears &amp; plums(theirs) Other)')
  })
})

describe('failed breakdown', () => {
  it("shows the service's message and removes the bar", async () => {
    const { workspace, start, fail, outline } = open()
    await start()
    await fail('UPSTREAM_FAILED', 'The AI service is busy. Try again in 20 s.')
    await waitFor(() => expect(workspace.notices).toEqual(['The AI service is busy. Try again in 20 s.']))
    expect([screen.queryByRole('region'), outline()]).toEqual([null, before])
  })

  it('keeps ideas that arrived before the connection was lost', async () => {
    const { workspace, start, made, lose, network } = open()
    await start()
    made('one')
    lose()
    await waitFor(() =>
      expect(workspace.notices).toEqual(['The server cannot be reached: try again once you are online']),
    )
    made('two')
    expect(rows()).toEqual(['one', 'two'])
    expect(network.calls).toHaveLength(1)
  })
})
