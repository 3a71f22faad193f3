import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adaId, createFakeProject, createFakeApi, type FakeProject, graphqlError } from '../../testing/fake-api.ts'
import '../../testing/jsdom-polyfills.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const eve = 'b1f5c7d2-0000-4000-8000-000000000002'

function openForm(address: string, projects: readonly FakeProject[] = [], answers = {}) {
  const store = createFakeApi({ projects, answers })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  return { store, page: renderApp(address) }
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(screen.getByText(name, { selector: 'form button' }))
const showMore = async () => userEvent.click(await screen.findByRole('button', { name: 'More' }))
const write = async (html: string) => {
  const description = await screen.findByRole('textbox', { name: 'Description' })
  const paragraph = document.createElement('p')
  paragraph.innerHTML = html
  description.replaceChildren(paragraph)
}
const errorAt = (input: HTMLElement) =>
  document.getElementById((input.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '')?.textContent
const sharedAs = (role: 'editor' | 'viewer', fields: Partial<FakeProject> = {}) =>
  createFakeProject({ owner: eve, sharing: { generalAccess: 'restricted', users: { [adaId]: role } }, ...fields })

/** Returns whether the browser would ask before leaving. */
function closePage(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  act(() => void window.dispatchEvent(event))
  return event.defaultPrevented
}

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  window.localStorage.clear()
})

describe('New Project form', () => {
  it('creates a project from the typed values', async () => {
    const { store, page } = openForm('/projects/add')
    await userEvent.type(await field('Title'), '  Garden wall ')
    await showMore()
    await write('South <b>side</b><script>evil()</script>')
    await userEvent.selectOptions(await field('Status'), 'Archived')
    await userEvent.click(await field('JSON'))
    await userEvent.paste('{"rows": [1, 2]}')
    expect(document.title).toBe('New Project - Espalier')
    await waitFor(() => expect(window.sessionStorage.getItem(`draft:${adaId}:new-project`)).toContain('South'))
    await press('Save')
    await waitFor(() => expect(page.here()).toMatch(/^\/tree\/project-/))
    const [{ data } = { data: null }] = store.asked('CreateProject')
    expect(data).toEqual({
      title: 'Garden wall',
      body: '<p>South <strong>side</strong></p>',
      status: 'archived',
      json: '{"rows": [1, 2]}',
    })
    expect(window.sessionStorage.getItem(`draft:${adaId}:new-project`)).toBeNull()
  })

  it('asks for a title only, and shows the other fields on demand', async () => {
    const { store, page } = openForm('/projects/add')
    await userEvent.type(await field('Title'), 'Garden wall')
    expect(screen.queryByLabelText('JSON')).toBeNull()
    const more = screen.getByRole('button', { name: 'More' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(more)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    expect(document.getElementById(more.getAttribute('aria-controls') ?? '')?.contains(await field('JSON'))).toBe(true)
    await userEvent.click(more)
    expect(screen.queryByLabelText('JSON')).toBeNull()
    await userEvent.type(await field('Title'), '{Enter}')
    await waitFor(() => expect(page.here()).toMatch(/^\/tree\/project-/))
    expect(store.asked('CreateProject')).toEqual([{ data: { title: 'Garden wall', body: '', status: 'active' } }])
  })

  it("starts a project in the person's last direction, unless a file names another", async () => {
    window.localStorage.setItem(`layout:${adaId}`, 'tree-down')
    const { store, page } = openForm('/projects/add')
    await userEvent.type(await field('Title'), 'Wall{Enter}')
    await waitFor(() => expect(page.here()).toMatch(/^\/tree\/project-/))
    expect(store.asked('CreateProject')).toEqual([
      { data: { title: 'Wall', body: '', status: 'active', layout: 'tree-down' } },
    ])
  })

  it('opens the other fields when the server rejects one of them', async () => {
    const failure = graphqlError('BAD_USER_INPUT', 'Too long', 'body')
    openForm('/projects/add', [], { CreateProject: () => failure })
    await userEvent.type(await field('Title'), 'Wall')
    await press('Save')
    expect((await field('JSON')).value).toBe('')
    expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('true')
  })

  it('offers active and archived, but not inactive, for a new project', async () => {
    openForm('/projects/add')
    await showMore()
    const choices = within(await field('Status'))
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(choices).toEqual(['Active', 'Archived'])
  })

  it('shows all errors at their fields at once', async () => {
    const { store } = openForm('/projects/add')
    await userEvent.type(await field('Title'), '   ')
    await showMore()
    await userEvent.click(await field('JSON'))
    await userEvent.paste('{ broken')
    await press('Save')
    expect(errorAt(await field('Title'))).toBe('Please enter a title')
    expect(errorAt(await field('JSON'))).toBe('Invalid JSON')
    expect((await field('Title')).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(await field('Title'))
    expect(store.asked('CreateProject')).toHaveLength(0)
  })

  it.each([
    [graphqlError('BAD_USER_INPUT', 'At most 1000 characters', 'title'), 'At most 1000 characters'],
    [graphqlError('INTERNAL', 'It broke'), undefined],
  ])('shows why the server rejects a project and keeps the typed values', async (failure, atTitle) => {
    const { page } = openForm('/projects/add', [], { CreateProject: () => failure })
    await userEvent.type(await field('Title'), 'Wall')
    await press('Save')
    // One failure shows one message.
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    expect(errorAt(await field('Title'))).toBe(atTitle)
    expect((await field('Title')).value).toBe('Wall')
    expect(page.here()).toBe('/projects/add')
  })
})

describe('Edit Project form', () => {
  it('sends only changed fields and returns to /projects', async () => {
    const pear = createFakeProject({ title: 'Pear', body: '<p>Old</p>', json: { a: 1 } })
    const { store, page } = openForm(`/projects/edit/${pear.id}`, [pear])
    const title = await field('Title')
    expect(title.value).toBe('Pear')
    expect((await field('JSON')).value).toBe('{\n  "a": 1\n}')
    const choices = within(await field('Status'))
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(choices).toEqual(['Active', 'Inactive', 'Archived'])
    await userEvent.clear(title)
    await userEvent.type(title, 'Plum')
    await userEvent.selectOptions(await field('Status'), 'Inactive')
    await press('Save')
    await waitFor(() => expect(page.here()).toBe('/projects'))
    expect(store.asked('UpdateProject')).toEqual([{ id: pear.id, data: { title: 'Plum', status: 'inactive' } }])
  })

  it('clears an emptied JSON field and an emptied description', async () => {
    const pear = createFakeProject({ body: '<p>Old</p>', json: 7 })
    const { store, page } = openForm(`/projects/edit/${pear.id}`, [pear])
    await userEvent.clear(await field('JSON'))
    await write('')
    await waitFor(() =>
      expect(window.sessionStorage.getItem(`draft:${adaId}:edit-project:${pear.id}`)).toContain('body'),
    )
    await press('Save')
    await waitFor(() => expect(page.here()).toBe('/projects'))
    expect(store.asked('UpdateProject')).toEqual([{ id: pear.id, data: { body: '', json: null } }])
  })

  it.each(['Save', 'Cancel'])('%s without a change sends nothing and returns', async (button) => {
    const pear = createFakeProject()
    const { store, page } = openForm(`/projects/edit/${pear.id}`, [pear])
    await field('Title')
    await press(button)
    await waitFor(() => expect(page.here()).toBe('/projects'))
    expect(store.asked('UpdateProject')).toHaveLength(0)
  })

  it('discards the typed values on Cancel without asking', async () => {
    const pear = createFakeProject({ title: 'Pear' })
    const { page } = openForm(`/projects/edit/${pear.id}`, [pear])
    await userEvent.type(await field('Title'), 's')
    await press('Cancel')
    await waitFor(() => expect(page.here()).toBe('/projects'))
    expect(window.sessionStorage.getItem(`draft:${adaId}:edit-project:${pear.id}`)).toBeNull()
  })

  it('does not let an editor restore an archived project', async () => {
    const pear = sharedAs('editor', { status: 'archived' })
    openForm(`/projects/edit/${pear.id}`, [pear])
    const choices = within(await field('Status'))
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(choices).toEqual(['Archived'])
  })

  it.each([
    ['a stranger’s project', null, 'Project not found'],
    ['a deleted project', createFakeProject({ id: 'it', status: 'deleted' }), 'This project is in the trash'],
    ['a read-only project', sharedAs('viewer', { id: 'it' }), 'You can view this project, but not edit it'],
  ])('shows no form for %s', async (_, project, heading) => {
    openForm('/projects/edit/it', project === null ? [] : [project])
    await screen.findByRole('heading', { name: heading })
    expect(screen.queryByLabelText('Title')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('loads the project on a retry after the server was unreachable', async () => {
    let failures = 1
    const pear = createFakeProject({ title: 'Pear' })
    const Project = () => (failures-- > 0 ? graphqlError('INTERNAL', 'Away') : { data: { project: pear } })
    openForm(`/projects/edit/${pear.id}`, [pear], { Project })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect((await field('Title')).value).toBe('Pear')
  })
})

describe('typed values', () => {
  const key = `draft:${adaId}:new-project`

  it('restores typed values after a reload, marks them as a draft, and can discard them', async () => {
    window.sessionStorage.setItem(key, JSON.stringify({ title: 'Half', body: '<p>Not yet</p>', stray: 'x' }))
    openForm('/projects/add')
    expect((await field('Title')).value).toBe('Half')
    expect((await screen.findByRole('textbox', { name: 'Description' })).textContent).toBe('Not yet')
    await press('Discard draft')
    expect((await field('Title')).value).toBe('')
    await waitFor(async () =>
      expect((await screen.findByRole('textbox', { name: 'Description' })).textContent).toBe(''),
    )
    expect(window.sessionStorage.getItem(key)).toBeNull()
  })

  it.each(['{', '[1]', 'null', '{"title":7}'])('ignores an invalid draft (%s)', async (kept) => {
    window.sessionStorage.setItem(key, kept)
    openForm('/projects/add')
    expect((await field('Title')).value).toBe('')
  })

  it('asks before a link leaves a page with typed values', async () => {
    const { page } = openForm('/projects/add')
    await userEvent.type(await field('Title'), 'Half')
    await userEvent.click(screen.getByRole('link', { name: 'Projects' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('You have unsaved changes')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(page.here()).toBe('/projects/add')
    expect((await field('Title')).value).toBe('Half')
    await userEvent.click(screen.getByRole('link', { name: 'Projects' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(page.here()).toBe('/projects'))
    expect(window.sessionStorage.getItem(key)).toBeNull()
  })

  it('makes the browser ask before closing the page only when something was typed', async () => {
    openForm('/projects/add')
    const title = await field('Title')
    expect(closePage()).toBe(false)
    await userEvent.type(title, 'H')
    expect(closePage()).toBe(true)
    await userEvent.clear(title)
    expect(closePage()).toBe(false)
  })
})
