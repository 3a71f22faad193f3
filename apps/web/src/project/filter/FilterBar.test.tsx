import type { SavedView } from '@espalier/domain'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inboxChanges } from '../../api/follow-inbox.ts'
import { auth } from '../../api/session/session.ts'
import { adaId, createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { getTableController } from '../table/table-controller.ts'
import { openFilter } from '../workspace/filter-state.ts'
import { FilterBar } from './FilterBar.tsx'

const ripe: SavedView = {
  id: 'v-ripe',
  name: 'Ripe',
  kind: 'map',
  filter: 'tag:"ripe soon"',
  settings: { isDimming: true, columns: 3 },
  isShared: false,
  authorId: adaId,
}
const pears: SavedView = {
  ...ripe,
  id: 'v-pears',
  name: 'Pears',
  filter: 'pear',
  settings: {},
  isShared: true,
  authorId: 'bea',
}

async function draw({ canEdit = true, views = [ripe, pears], answers = {} as OperationHandlers } = {}) {
  const api = createFakeApi({ people: [{ id: adaId, email: 'ada@example.com' }], answers })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  await auth.check()
  const project = { owner: adaId, tags: [{ id: 't', name: 'ripe soon', colour: '#fff' }], views }
  const nodes = nodesFromOutline({ root: { 'Pear one': {}, plum: {}, 'pear two': {} } })
  const client = openTestProject(nodes, { canEdit, project })
  client.edits.change('plum', { tagIds: ['t'], assigneeIds: [adaId] })
  const workspace = openTestWorkspace(client)
  render(<FilterBar workspace={workspace} />)
  act(() => openFilter(workspace))
  return { workspace, api }
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter' })
const bar = () => screen.getByRole('search', { name: 'Filter nodes' })
const shows = (text: string) => waitFor(() => expect(bar().textContent).toContain(text))
const options = () => screen.queryAllByRole('option').map((one) => one.firstChild?.textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const enter = async (text: string) => {
  await userEvent.click(field())
  await userEvent.paste(text)
}
const choose = async (name: string | RegExp) => {
  await press('Saved views')
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

const about = (nodeId: string | null, projectId = 'pear') => ({ projectId, nodeId })

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())

describe('filter box', () => {
  it('finds what waits for others, and follows when that is done', async () => {
    const { workspace } = await draw()
    workspace.client.edits.change('plum', { addBlockedByIds: ['Pear one'] })
    await enter('is:blocked')
    await shows('1 of 4')
    expect(workspace.map.shownIds()).toEqual(['root', 'plum'])
    act(() => void workspace.client.edits.change('Pear one', { status: 'done' }))
    await shows('0 of 4')
  })

  it('finds what is unread on every page of notifications, and follows the inbox', async () => {
    let first = [about('plum'), about(null), about('pear two', 'another')]
    const { workspace, api } = await draw({
      answers: {
        UnreadNodes: ({ before }) => ({
          data: {
            notifications:
              before === null
                ? { notifications: first, next: 'more' }
                : { notifications: [about('Pear one')], next: null },
          },
        }),
      },
    })
    expect(api.asked('UnreadNodes')).toEqual([])
    await enter('is:unread')
    await shows('2 of 4')
    expect(workspace.map.shownIds()).toEqual(['root', 'Pear one', 'plum'])
    first = []
    act(() => inboxChanges.notify(null))
    await shows('1 of 4')
  })

  it('filters after a pause, counts the matches, and closes with its filter', async () => {
    const { workspace } = await draw()
    expect(document.activeElement).toBe(field())
    await enter('PEAR')
    await shows('2 of 4')
    expect(workspace.map.shownIds()).toEqual(['root', 'Pear one', 'pear two'])
    await press('Dim others')
    expect(screen.getByRole('button', { name: 'Dim others' }).getAttribute('aria-pressed')).toBe('true')
    expect(workspace.map.shownIds()).toHaveLength(4)
    await press('Clear filter')
    expect(workspace.filter.get()).toMatchObject({ isOpen: false, text: '' })
  })

  it('completes words by the keyboard and stays a searchbox', async () => {
    const { workspace } = await draw()
    expect(options().slice(0, 2)).toEqual(['assignee:', 'tag:'])
    await userEvent.type(field(), 'ta{ArrowDown}')
    const active = screen.getByRole('option', { selected: true })
    expect(active.textContent).toContain('the name of a tag')
    expect(field().getAttribute('aria-activedescendant')).toBe(active.id)
    await userEvent.keyboard('{Enter}')
    expect(field().value).toBe('tag:')
    expect(options()).toEqual(['tag:"ripe soon"'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(field().value).toBe('tag:"ripe soon" ')
    expect(workspace.filter.get().text).toBe('tag:"ripe soon"')
    expect(workspace.map.shownIds()).toEqual(['root', 'plum'])
    expect(options()).toEqual([])
  })

  it('completes the word under the caret by a press, and knows the people of the project', async () => {
    await draw()
    await enter('assignee: pear')
    field().setSelectionRange(9, 9)
    await userEvent.keyboard('a')
    await waitFor(() => expect(options()).toEqual(['assignee:ada@example.com']))
    await userEvent.click(screen.getByRole('option'))
    expect(field().value).toBe('assignee:ada@example.com pear')
    expect(document.activeElement).toBe(field())
    await shows('0 of 4')
  })

  it('leaves the suggestions, then the box, then nothing open on Esc', async () => {
    const { workspace } = await draw()
    await userEvent.type(field(), 'st')
    expect(options()).toHaveLength(3)
    await userEvent.keyboard('{Escape}')
    expect(options()).toEqual([])
    await userEvent.clear(field())
    await userEvent.keyboard('{Escape}{Escape}')
    expect(workspace.filter.get().isOpen).toBe(false)
  })

  it.each([
    ['tag:unripe', 'There is no tag “unripe”.'],
    ['due:someday', '“due:someday” is searched for as text.'],
    ['assignee:bea@example.com', 'Nobody here has the address “bea@example.com”.'],
    ['"', ''],
    ['-', ''],
    ['a:b:"c', '“a:b:c” is searched for as text.'],
  ])('says of %s what it does', async (text, notice) => {
    const { workspace } = await draw()
    await enter(text)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(workspace.filter.get().text).toBe(text))
    await shows(notice)
  })

  it('shows the filter of the address', async () => {
    const { workspace } = await draw()
    act(() => workspace.filter.set({ ...workspace.filter.get(), text: 'plum' }))
    expect(field().value).toBe('plum')
    await shows('1 of 4')
  })
})

const byDueDate = [{ columnId: 'dueDate', isDescending: true }]

describe('saved views', () => {
  it('applies a view with everything that belongs to it', async () => {
    const { workspace } = await draw()
    const { step } = workspace.filter.get()
    await choose('Ripe')
    expect(workspace.filter.get()).toMatchObject({ text: 'tag:"ripe soon"', isDimming: true })
    expect(workspace.filter.get().step).toBeGreaterThan(step)
    await choose(/^Pears ?Everybody$/)
    expect(workspace.filter.get()).toMatchObject({ text: 'pear', isDimming: false })
  })

  it('saves the current filter under a name', async () => {
    const { api } = await draw({ answers: { UpdateProject: () => ({ data: { updateProject: { id: 'pear' } } }) } })
    await enter('plum')
    await shows('1 of 4')
    await choose('Save this filter…')
    const dialog = within(screen.getByRole('dialog', { name: 'Save this filter' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please enter a name')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Name'), ' Plums ')
    await userEvent.selectOptions(dialog.getByLabelText('Visible to'), 'Everybody')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const view = {
      kind: 'map',
      name: 'Plums',
      filter: 'plum',
      isShared: true,
      settings: { isDimming: false, view: {} },
    }
    expect(api.asked('UpdateProject')).toEqual([{ id: 'pear', data: { viewChanges: { put: [view] } } }])
  })

  it('saves the open view with its settings', async () => {
    const { api, workspace } = await draw({
      answers: { UpdateProject: () => ({ data: { updateProject: { id: 'pear' } } }) },
    })
    act(() => workspace.view.set('table'))
    getTableController(workspace).change({ group: 'status', sorts: byDueDate })
    await choose('Save this view…')
    const dialog = within(screen.getByRole('dialog', { name: 'Save this view' }))
    expect(dialog.getByText(/Opens the view Table/)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Name'), 'By status')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const view = { kind: 'table', filter: '', settings: { view: { group: 'status', sorts: byDueDate } } }
    expect(api.asked('UpdateProject')).toMatchObject([{ data: { viewChanges: { put: [view] } } }])
  })

  it('opens the view that was saved, with its settings', async () => {
    const saved = { ...ripe, name: 'By status', kind: 'table', filter: '' }
    const { workspace } = await draw({
      views: [{ ...saved, settings: { view: { group: 'status', sorts: byDueDate, order: 'nonsense' } } }],
    })
    await choose('By status')
    expect(workspace.opened).toEqual([`/tree/${workspace.client.projectId}/table`])
    expect(getTableController(workspace).settings.get()).toMatchObject({ group: 'status', sorts: byDueDate, order: [] })
  })

  it('leaves the open view alone when a filter is applied that was saved without one', async () => {
    const { workspace } = await draw()
    act(() => workspace.view.set('board'))
    await choose('Ripe')
    expect(workspace.opened).toEqual([])
  })

  it('renames, updates and deletes a view, and leaves the rest of it as it is', async () => {
    const { api } = await draw({ answers: { UpdateProject: () => ({ data: { updateProject: { id: 'pear' } } }) } })
    await enter('plum')
    await shows('1 of 4')
    await choose('Edit views…')
    await press('Edit Ripe')
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Ripe' }))
    await userEvent.clear(dialog.getByLabelText('Name'))
    await userEvent.type(dialog.getByLabelText('Name'), 'Plums')
    await userEvent.click(dialog.getByRole('button', { name: 'Use the current filter' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Ripe' })).toBeNull())
    await press('Delete Pears')
    expect(screen.getByRole('alertdialog').textContent).toContain('Delete the view “Pears” for everybody?')
    await press('OK')
    await waitFor(() => expect(api.asked('UpdateProject')).toHaveLength(2))
    const settings = { isDimming: false, columns: 3 }
    const view = { id: 'v-ripe', kind: 'map', name: 'Plums', filter: 'plum', isShared: false, settings }
    expect(api.asked('UpdateProject').map(({ data }) => data)).toEqual([
      { viewChanges: { put: [view] } },
      { viewChanges: { remove: ['v-pears'] } },
    ])
  })

  it('lets a viewer change only their own views', async () => {
    await draw({ canEdit: false })
    await choose('Edit views…')
    expect(screen.getByRole('button', { name: 'Delete Ripe' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Pears' })).toBeNull()
  })

  it('shows why the server refused a view, and keeps what was entered', async () => {
    await draw({ answers: { UpdateProject: () => graphqlError('BAD_USER_INPUT', 'This name is taken', 'views') } })
    await enter('plum')
    await shows('1 of 4')
    await choose('Save this filter…')
    await userEvent.type(screen.getByLabelText('Name'), 'Ripe{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This name is taken')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ripe')
  })
})
