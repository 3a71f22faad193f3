import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { loadViewSettings } from '../workspace/view-settings.ts'
import { ProjectToolbar } from './ProjectToolbar.tsx'
import { ZoomControls } from './ZoomControls.tsx'

const tree = () => openTestProject(nodesFromOutline({ root: { one: {}, two: {}, three: {} } }))

function draw(client = tree()) {
  const workspace = openTestWorkspace(client)
  const settings = loadViewSettings('ada', 'pear')
  render(
    <MemoryRouter>
      <ProjectToolbar workspace={{ ...workspace, visibility: settings.visibility }} metrics={settings.metrics} />
      <ZoomControls workspace={workspace} />
    </MemoryRouter>,
  )
  return { workspace, settings }
}

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const choose = async (role: string, name: string) => userEvent.click(await screen.findByRole(role, { name }))

beforeEach(() => window.localStorage.clear())

describe('project toolbar', () => {
  it('shows every button of the specification', async () => {
    const { workspace } = draw()
    await userEvent.click(await screen.findByRole('button', { name: 'History' }))
    expect([workspace.isHistoryOpen.get(), button('History').getAttribute('aria-expanded')]).toEqual([true, 'true'])
    const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
    expect(names).toEqual([
      'Back',
      'Pear',
      'Undo',
      'Redo',
      'Background colour',
      'Find',
      'Filter',
      'Orientation',
      'Visibility',
      'Lens',
      'Metrics',
      'Integrations',
      'History',
      'Lists…',
      'Export',
      'Share',
      'Zoom out',
      'Reset zoom',
      'Zoom in',
      'Fit',
      'Minimap',
      'Keyboard shortcuts',
    ])
  })

  it('shows viewers the tools that change nothing for others, and nothing to share or rename', async () => {
    draw(openTestProject(nodesFromOutline({ root: {} }), { canEdit: false }))
    await screen.findByRole('button', { name: 'Export' })
    const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual([
      'Back',
      'Find',
      'Filter',
      'Visibility',
      'Lens',
      'Export',
      'Share',
      'Zoom out',
      'Reset zoom',
      'Zoom in',
      'Fit',
      'Minimap',
      'Keyboard shortcuts',
    ])
    expect(button('Share')).toHaveProperty('disabled', true)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pear')
  })

  it('names the groups of tools and has a tooltip with the keys of each tool', () => {
    draw()
    const groups = screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))
    expect(groups).toEqual(['Tools', 'Edit', 'Display', 'Document', 'View'])
    expect(button('Find').dataset['tooltip']).toMatch(/^Find \(.+F\)$/)
    expect(button('Orientation').dataset['tooltip']).toBe('Orientation')
    expect(button('Undo').getAttribute('title')).toBeNull()
  })

  it('undoes and redoes and keeps the focus when nothing is left', async () => {
    const { workspace } = draw()
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    act(() => void workspace.client.edits.deleteBranches(['two']))
    await press('Undo')
    expect(workspace.client.outline()).toBe('root(one two three)')
    expect(document.activeElement).toBe(button('Undo'))
    await press('Undo')
    await press('Redo')
    expect(workspace.client.outline()).toBe('root(one three)')
  })

  it('colors the selected nodes in one step', async () => {
    const { workspace } = draw()
    expect(button('Background colour')).toHaveProperty('disabled', true)
    act(() => workspace.selection.set({ ids: new Set(['one', 'two']), current: 'one' }))
    await press('Background colour')
    await choose('menuitem', 'Green')
    const colours = () => ['one', 'two', 'three'].map((id) => workspace.client.node(id)?.style.backgroundColor)
    await waitFor(() => expect(colours()).toEqual(['#bbffd8', '#bbffd8', '#fffabb']))
    act(() => void workspace.client.edits.undo())
    expect(colours()).toEqual(['#fffabb', '#fffabb', '#fffabb'])
  })

  it('changes the layout direction', async () => {
    const { workspace } = draw()
    await press('Orientation')
    await screen.findByRole('menu')
    expect(
      within(screen.getByRole('menu'))
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Right to Left', 'Left to Right', 'Top Down', 'Bottom Up'])
    await choose('menuitem', 'Top Down')
    await waitFor(() => expect(workspace.client.project.get().layout).toBe('tree-down'))
  })

  it('keeps the selected node in view when the layout direction changes, and undoes the change', async () => {
    const { workspace } = draw()
    const before = workspace.client.project.get().layout
    act(() => workspace.selection.set({ ids: new Set(['two']), current: 'two' }))
    await press('Orientation')
    await choose('menuitem', 'Top Down')
    await waitFor(() => expect(workspace.map.revealed).toEqual(['two']))
    expect(workspace.client.canUndo.get()).toBe(true)
    await press('Undo')
    expect(workspace.client.project.get().layout).toBe(before)
  })

  it('stores the visibility settings for this person and project', async () => {
    const { settings } = draw()
    await press('Visibility')
    const box = await screen.findByRole('menuitemcheckbox', { name: 'Show done' })
    expect(box.getAttribute('aria-checked')).toBe('true')
    await userEvent.click(box)
    expect(settings.visibility.get()).toEqual({
      showCompleted: false,
      showInProgress: true,
      showToDo: true,
      showHidden: false,
    })
    expect(loadViewSettings('ada', 'pear').visibility.get().showCompleted).toBe(false)
    expect(loadViewSettings('bea', 'pear').visibility.get().showCompleted).toBe(true)
    expect(loadViewSettings('ada', 'plum').visibility.get().showCompleted).toBe(true)
  })

  it('offers what nodes show of their fields, everything at first', async () => {
    const { workspace } = draw()
    await press('Visibility')
    for (const name of ['Assignees', 'Dates', 'Priority', 'Tags', 'Estimate', 'Roll-up']) {
      const box = await screen.findByRole('menuitemcheckbox', { name })
      expect(box.getAttribute('aria-checked')).toBe('true')
    }
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Roll-up' }))
    expect(workspace.chips.get()).toMatchObject({ rollUp: false, dates: true })
  })

  it('offers the lenses, of which none is chosen', async () => {
    const { workspace } = draw()
    await press('Lens')
    const radios = await screen.findAllByRole('menuitemradio')
    expect(radios.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
      ['None', 'true'],
      ['Ready now', 'false'],
      ['Critical path', 'false'],
      ['Mine', 'false'],
      ['Overdue', 'false'],
      ['Changed since my last visit', 'false'],
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Critical path' }))
    expect(workspace.lens.get()).toEqual({ kind: 'critical', found: null })
  })

  it('offers the themes of the map, of which one is chosen', async () => {
    const { workspace } = draw()
    await press('Visibility')
    const radios = await screen.findAllByRole('menuitemradio')
    expect(radios.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
      ['Paper', 'true'],
      ['Plain', 'false'],
      ['Contrast', 'false'],
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Contrast' }))
    expect(workspace.mapTheme.get()).toBe('contrast')
  })

  it('shows the progress until it is switched off', async () => {
    const { workspace, settings } = draw()
    expect(screen.getByRole('img', { name: '0% done' })).toBeTruthy()
    act(() => void workspace.client.edits.change('one', { status: 'done' }))
    expect(await screen.findByRole('img', { name: '25% done' })).toBeTruthy()
    act(() => void workspace.client.edits.change('one', { status: 'progress' }))
    expect(await screen.findByRole('img', { name: '0% done' })).toBeTruthy()
    act(() => void workspace.client.edits.change('one', { status: 'done' }))
    expect(await screen.findByRole('img', { name: '25% done' })).toBeTruthy()
    act(() => void workspace.client.edits.deleteNode('two'))
    expect(await screen.findByRole('img', { name: '33% done' })).toBeTruthy()
    act(() => void workspace.client.edits.deleteNode('one'))
    expect(await screen.findByRole('img', { name: '0% done' })).toBeTruthy()
    act(() => void workspace.client.edits.undo())
    expect(await screen.findByRole('img', { name: '33% done' })).toBeTruthy()
    await press('Metrics')
    await choose('menuitemradio', 'By month')
    await waitFor(() => expect(settings.metrics.get().timeResolution).toBe('month'))
    await press('Metrics')
    await choose('menuitemcheckbox', 'Show progress')
    expect(screen.queryByRole('img')).toBeNull()
    expect(loadViewSettings('ada', 'pear').metrics.get()).toEqual({
      showProgress: false,
      isProgressByEstimate: false,
      showBurnup: false,
      timeResolution: 'month',
    })
  })

  it('links to the issue tracker settings', async () => {
    draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Integrations' }))
    const link = await screen.findByRole('menuitem', { name: 'Connect Jira' })
    expect(link.getAttribute('href')).toBe('/account')
  })

  it('zooms and shows the percentage', async () => {
    const { workspace } = draw()
    expect(screen.getByText('100%')).toBeTruthy()
    await press('Zoom in')
    expect(screen.getByText('125%')).toBeTruthy()
    await press('Reset zoom')
    expect(screen.getByText('100%')).toBeTruthy()
    await press('Keyboard shortcuts')
    expect(workspace.dialog.get()).toEqual({ kind: 'help' })
  })
})

describe('stored view settings', () => {
  it.each(['', 'null', '[1', '7', '{"showToDo":"no"}'])(
    'falls back to the defaults when stored settings are invalid: %s',
    (kept) => {
      window.localStorage.setItem('visibility:ada:pear', kept)
      expect(loadViewSettings('ada', 'pear').visibility.get().showToDo).toBe(true)
    },
  )
})

const rename = async (text: string) => {
  await press('Pear')
  const field = screen.getByRole('textbox', { name: 'Project title' })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

describe('project title', () => {
  it('edits the project title in place', async () => {
    const { workspace } = draw()
    await rename(' Quince {Enter}')
    await waitFor(() => expect(workspace.client.project.get().title).toBe('Quince'))
    expect(document.activeElement).toBe(button('Quince'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quince')
  })

  it('restores the project title on Esc', async () => {
    const { workspace } = draw()
    await rename('Quince{Escape}')
    expect(workspace.client.project.get().title).toBe('Pear')
    expect(button('Pear')).toBeTruthy()
  })

  it('rejects a blank project title', async () => {
    const { workspace } = draw()
    await rename('  {Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Please enter a title')
    expect(screen.getByRole('textbox', { name: 'Project title' }).getAttribute('aria-invalid')).toBe('true')
    expect(workspace.client.project.get().title).toBe('Pear')
  })
})
