import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { clock } from '../../platform/timing.ts'
import { adaId, createFakeProject, createFakeApi, type FakeProject, graphqlError } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { defaultPageConfig, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const eve = 'b1f5c7d2-0000-4000-8000-000000000002'

function openList(projects: readonly FakeProject[], address = '/projects', answers = {}, status = 'active') {
  const store = createFakeApi({ projects, answers })
  const network = stubNetwork({ [whoamiPath]: signedInReply(status), '/graphql/': store.reply })
  return { store, network, page: renderApp(address) }
}

const scrollPage = (pixels: number) => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(pixels)
  fireEvent.scroll(window)
}
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-project-id]')]
const names = () => rows().map((row) => row.querySelector('a')?.textContent)
const findRow = async (title: string) =>
  (await screen.findByText(title, { selector: 'tr a' })).closest('tr') as HTMLElement

const head = (name: string) => screen.getByRole('columnheader', { name })
const shared = (role: 'editor' | 'viewer') =>
  createFakeProject({ title: 'Pear', owner: eve, sharing: { generalAccess: 'restricted', users: { [adaId]: role } } })

async function choose(title: string, item: string) {
  await userEvent.click(await screen.findByLabelText(`Actions for ${title}`))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

const answer = async (button: 'OK' | 'Cancel') =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }))

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  projectList.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('project filters', () => {
  const projects = [
    createFakeProject({ title: 'Todo' }),
    createFakeProject({ title: 'Begun', completionStatus: 'progress' }),
    createFakeProject({ title: 'Finished', completionStatus: 'done', status: 'inactive' }),
    createFakeProject({
      title: 'Of Eve',
      owner: eve,
      sharing: { generalAccess: 'restricted', users: { [adaId]: 'viewer' } },
    }),
    createFakeProject({ title: 'Kept', status: 'archived' }),
    createFakeProject({ title: 'Thrown', status: 'deleted' }),
  ]

  it.each([
    ['', 'All Projects', ['Begun', 'Finished', 'Of Eve', 'Todo']],
    ['#nonsense', 'All Projects', ['Begun', 'Finished', 'Of Eve', 'Todo']],
    ['#inbox', 'All Projects', ['Begun', 'Finished', 'Of Eve', 'Todo']],
    ['#progress', 'In Progress', ['Begun']],
    ['#todo', 'Unstarted', ['Of Eve', 'Todo']],
    ['#done', 'Completed', ['Finished']],
    ['#shared', 'Shared with me', ['Of Eve']],
    ['#archive', 'Archived', ['Kept']],
    ['#trash', 'Trash', ['Thrown']],
    ['#inbox&search=OF%20', 'All Projects', ['Of Eve']],
  ])('lists for %j exactly %s', async (hash, label, titles) => {
    openList(projects, `/projects${hash}`)
    await waitFor(() => expect(names().toSorted()).toEqual(titles))
    const panel = screen.getByRole('navigation', { name: 'Project filters' })
    expect(within(panel).getByText(label).getAttribute('aria-current')).toBe('page')
    expect(panel.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  it('shows the filters as links in the order of the specification', async () => {
    const { page } = openList(projects)
    const panel = await screen.findByRole('navigation', { name: 'Project filters' })
    const labels = within(panel)
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(labels.join()).toBe('All Projects,In Progress,Unstarted,Completed,Shared with me,Archived,Trash')
    await userEvent.click(within(panel).getByRole('link', { name: 'Archived' }))
    await findRow('Kept')
    expect(page.here()).toBe('/projects#archive')
  })

  it('narrows the list with the quick filter and stores it in the address', async () => {
    const { page } = openList(projects)
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Filter by name' }), 'tODo')
    await waitFor(() => expect(names()).toEqual(['Todo']))
    await waitFor(() => expect(page.here()).toBe('/projects#inbox&search=tODo'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'x')
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(names()).toHaveLength(4))
    await waitFor(() => expect(page.here()).toBe('/projects#inbox'))
  })

  it('filters by the search of the top bar, and the quick filter follows it', async () => {
    openList(projects)
    await findRow('Todo')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'eve{Enter}')
    await waitFor(() => expect(names()).toEqual(['Of Eve']))
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter by name' }).value).toBe('eve')
  })
})

describe('project table', () => {
  it('shows the columns of the specification and the row count', async () => {
    openList([createFakeProject({ title: 'Pear', completionStatus: 'progress' })])
    const row = await findRow('Pear')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Status',
      'Owner',
      'Updated',
      'Actions',
    ])
    expect(row.dataset['projectId']).toMatch(/^project-/)
    expect(within(row).getByText('In Progress')).toBeTruthy()
    await within(row).findByText('ada@example.com')
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2')
  })

  it('shows no Actions without product access', async () => {
    openList([createFakeProject({ title: 'Pear' })], '/projects', {}, 'pending')
    await findRow('Pear')
    expect(screen.getAllByRole('columnheader').at(-1)?.textContent).toBe('Updated')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  it('shows an unknown owner as <unknown>', async () => {
    const users = { [adaId]: 'viewer' } as const
    openList([createFakeProject({ title: 'Pear', owner: eve, sharing: { generalAccess: 'restricted', users } })])
    expect(await within(await findRow('Pear')).findByText('<unknown>')).toBeTruthy()
  })

  it('looks all owners up in one batch, each once', async () => {
    const users = { [adaId]: 'viewer' } as const
    const sharing = { generalAccess: 'restricted', users } as const
    const { network, store } = openList([
      ...Array.from({ length: 10 }, () => createFakeProject()),
      createFakeProject({ title: 'Last', owner: eve, sharing, updatedAt: 0 }),
    ])
    await within(await findRow('Last')).findByText('<unknown>')
    expect(store.asked('PublicUserById')).toHaveLength(2)
    const batches = network.to('/graphql/').filter(({ body }) => JSON.stringify(body).includes('PublicUserById'))
    expect(batches).toHaveLength(1)
  })

  it('opens a project by a click on its row or Enter on its name, but not from the action menu', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    const { page } = openList([pear])
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Pear' }))
    expect(page.here()).toBe('/projects')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByText('Unstarted', { selector: 'td *' }))
    await waitFor(() => expect(page.here()).toBe(`/tree/${pear.id}`))
    act(() => page.goBack())
    ;(await screen.findByRole('link', { name: 'Pear' })).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(page.here()).toBe(`/tree/${pear.id}`))
  })

  it('keeps most of two thousand rows out of the document', async () => {
    openList(Array.from({ length: 2000 }, (_, row) => createFakeProject({ title: `P ${row}`, updatedAt: row })))
    await findRow('P 1999')
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001')
    expect(rows().length).toBeLessThan(100)
    expect(rows()[0]?.getAttribute('aria-rowindex')).toBe('2')
    scrollPage(1990 * 56)
    await findRow('P 0')
    expect(rows().at(-1)?.getAttribute('aria-rowindex')).toBe('2001')
    expect(screen.queryByRole('link', { name: 'P 1999' })).toBeNull()
  })

  it('keeps the focused row in the document', async () => {
    openList(Array.from({ length: 200 }, (_, row) => createFakeProject({ title: `P ${row}`, updatedAt: row })))
    const link = await screen.findByRole('link', { name: 'P 199' })
    act(() => link.focus())
    scrollPage(190 * 56)
    await findRow('P 0')
    expect(document.activeElement).toBe(link)
  })
})

describe('sorting', () => {
  const projects = [
    createFakeProject({ title: 'pear 10', completionStatus: 'done', updatedAt: 1 }),
    createFakeProject({ title: 'Pear 9', completionStatus: 'todo', updatedAt: 3 }),
    createFakeProject({ title: 'Älter', completionStatus: 'progress', updatedAt: 2 }),
  ]

  it('starts with the latest, sorts by a clicked header, and reverses on a second click', async () => {
    openList(projects)
    await findRow('Pear 9')
    expect(names()).toEqual(['Pear 9', 'Älter', 'pear 10'])
    expect(head('Updated').getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['Älter', 'Pear 9', 'pear 10'])
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
    expect(head('Updated').getAttribute('aria-sort')).toBe('none')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['pear 10', 'Pear 9', 'Älter'])
    await userEvent.click(screen.getByRole('button', { name: 'Status' }))
    expect(names()).toEqual(['Pear 9', 'Älter', 'pear 10'])
  })

  it('looks up all owners before it sorts by owner', async () => {
    const sharing = { generalAccess: 'restricted', users: { [adaId]: 'viewer' } } as const
    openList([createFakeProject({ title: 'Mine' }), createFakeProject({ title: 'Of Eve', owner: eve, sharing })])
    await findRow('Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Owner' }))
    await waitFor(() => expect(names()).toEqual(['Of Eve', 'Mine']))
  })
})

describe('action menu', () => {
  it.each([
    ['an owner', createFakeProject({ title: 'Pear' }), '', 'Share,Edit,Duplicate,Open,Archive,Delete'],
    [
      'an owner of an archived project',
      createFakeProject({ title: 'Pear', status: 'archived' }),
      '#archive',
      'Share,Edit,Duplicate,Open,Unarchive,Delete',
    ],
    ['an owner of a deleted project', createFakeProject({ title: 'Pear', status: 'deleted' }), '#trash', 'Undelete'],
    ['an editor', shared('editor'), '', 'Share,Edit,Duplicate,Open'],
    ['a viewer', shared('viewer'), '', 'Open'],
  ])('offers %s the actions of their role', async (_, project, hash, items) => {
    openList([project], `/projects${hash}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Pear' }))
    const offered = await screen.findAllByRole('menuitem')
    expect(offered.map((item) => item.textContent).join()).toBe(items)
  })

  it('archives and unarchives a project', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    const { store } = openList([pear])
    await choose('Pear', 'Archive')
    expect((await screen.findByText('Archived project Pear')).closest('[role=status]')).toBeTruthy()
    expect(names()).toEqual([])
    expect(store.get(pear.id)?.status).toBe('archived')
    await userEvent.click(screen.getByRole('link', { name: 'Archived' }))
    await choose('Pear', 'Unarchive')
    await screen.findByText('Unarchived project Pear')
    expect(store.get(pear.id)?.status).toBe('active')
    await userEvent.click(screen.getByRole('link', { name: 'All Projects' }))
    await findRow('Pear')
  })

  it('deletes a project only after OK and restores it from the trash', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    const { store } = openList([pear, createFakeProject({ title: 'Plum' })])
    await choose('Pear', 'Delete')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Are you sure you want to delete project Pear?',
    )
    await answer('Cancel')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Pear')
    expect(store.asked('UpdateProject')).toHaveLength(0)
    await choose('Pear', 'Delete')
    await answer('OK')
    await screen.findByText('Deleted project Pear')
    await waitFor(() => expect(names()).toEqual(['Plum']))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Plum'))
    await userEvent.click(screen.getByRole('link', { name: 'Trash' }))
    await choose('Pear', 'Undelete')
    await screen.findByText('Restored project Pear')
    expect(store.get(pear.id)?.status).toBe('active')
    expect(screen.getByText('No projects here.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('duplicates a project, confirms it, and opens the copy', async () => {
    const { page, store } = openList([createFakeProject({ title: 'Pear' })])
    await choose('Pear', 'Duplicate')
    await screen.findByText('Project "Pear" duplicated')
    const copy = store.all().find(({ title }) => title === 'Pear (copy)')
    await waitFor(() => expect(page.here()).toBe(`/tree/${copy?.id}`))
  })

  it('opens the editor and the project from the menu', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    const { page } = openList([pear])
    await choose('Pear', 'Edit')
    await waitFor(() => expect(page.here()).toBe(`/projects/edit/${pear.id}`))
    act(() => page.goBack())
    await choose('Pear', 'Open')
    await waitFor(() => expect(page.here()).toBe(`/tree/${pear.id}`))
  })

  it.each([
    [graphqlError('CONFLICT', 'It broke'), '[GraphQL error]: It broke'],
    [graphqlError('BAD_USER_INPUT', 'Not like this'), 'Not like this'],
  ])('keeps the row after a failed change and shows the reason once until it is closed', async (failure, text) => {
    openList([createFakeProject({ title: 'Pear' })], '/projects', { UpdateProject: () => failure })
    await choose('Pear', 'Archive')
    await screen.findByText(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(names()).toEqual(['Pear'])
  })
})

describe('empty project list', () => {
  it.each([
    ['active', 'Create my first project', '/projects/add'],
    ['pending', 'Start a Free Trial', '/pricing'],
  ])('for a person who is %s, an empty inbox offers %s', async (status, name, href) => {
    openList([], '/projects', {}, status)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
  })

  it('speaks of no trial on a server that bills nobody', async () => {
    resetPage({ features: { ...defaultPageConfig.features, billing: 'none' } })
    openList([], '/projects', {}, 'pending')
    await screen.findByText(/Your account cannot create projects yet/)
    expect(screen.queryByRole('link', { name: 'Start a Free Trial' })).toBeNull()
  })

  it('creates and opens an example project from an empty inbox', async () => {
    const { store, page } = openList([])
    await userEvent.click(await screen.findByRole('button', { name: 'Start from an example' }))
    await waitFor(() => expect(page.here()).toMatch(/^\/tree\//u))
    const [asked] = store.asked('CreateProject')
    expect(asked?.['data']).toMatchObject({ title: 'Your first plan', json: expect.stringContaining('two parents') })
  })

  it('shows why an example was rejected and lets the person retry', async () => {
    openList([], '/projects', { CreateProject: () => graphqlError('BAD_USER_INPUT', 'Too many projects') })
    await userEvent.click(await screen.findByRole('button', { name: 'Start from an example' }))
    await screen.findByText('Too many projects')
    expect(screen.getByRole('button', { name: 'Start from an example' }).getAttribute('aria-busy')).toBeNull()
  })

  it.each(['progress', 'todo', 'done', 'shared', 'archive', 'trash'])(
    'says that the list %s is empty',
    async (filter) => {
      openList([], `/projects#${filter}`)
      await screen.findByText('No projects here.')
      expect(screen.queryByText('Empty Trash now')).toBeNull()
    },
  )

  it('reports a failed load and loads the list on a retry', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    let failures = 1
    const trouble = () => (failures-- > 0 ? graphqlError('INTERNAL', 'Gone wrong') : { data: { projects: [pear] } })
    openList([], '/projects', { Projects: trouble })
    await screen.findByRole('heading', { name: 'The projects could not be loaded' })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await findRow('Pear')
  })
})

describe('trash', () => {
  const notice = 'Projects in Trash get permanently deleted after 30 days.'

  it('empties the trash after a confirmation', async () => {
    const { store } = openList([createFakeProject({ title: 'Pear', status: 'deleted' })], '/projects#trash')
    await findRow('Pear')
    expect(screen.getByText(notice, { exact: false })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Empty Trash now' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      "Delete projects permanently? All items in trash will be permanently deleted and you won't be able to restore them.",
    )
    await answer('Cancel')
    expect(store.asked('EmptyTrash')).toHaveLength(0)
    await userEvent.click(screen.getByRole('link', { name: 'Empty Trash now' }))
    await answer('OK')
    await screen.findByText('No projects here.')
    expect(store.all()).toEqual([])
    expect(screen.queryByText('Empty Trash now')).toBeNull()
    expect(screen.getByText(notice, { exact: false })).toBeTruthy()
  })
})

describe('relative update time', () => {
  it('updates relative times every five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const start = Date.now()
    const now = vi.spyOn(clock, 'now').mockReturnValue(start)
    openList([createFakeProject({ title: 'Pear', updatedAt: start - 56_000 })])
    const row = await findRow('Pear')
    expect(within(row).getByText('56 seconds ago')).toBeTruthy()
    now.mockReturnValue(start + 5_000)
    act(() => void vi.advanceTimersByTime(4_999))
    expect(within(row).getByText('56 seconds ago')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(within(row).getByText('1 minute ago')).toBeTruthy()
  })
})
