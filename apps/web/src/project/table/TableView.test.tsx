import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { toastList } from '../../ui/Toasts.tsx'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { nodesFromOutline, type OutlineFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { TableView } from './TableView.tsx'

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }
const project = {
  tags: [{ id: 'red', name: 'Red', colour: '#ff0000' }],
  fieldDefinitions: [{ id: 'cost', name: 'Cost', type: 'number', options: [] }],
} as const

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return <TableView workspace={workspace} />
}

const row = (title: string) => screen.getByRole('row', { name: title })
const cell = (title: string, column: string) => {
  const found = row(title).querySelector<HTMLElement>(`[data-column="${column}"]`)
  if (found === null) throw new Error(`The row ${title} has no column ${column}`)
  return found
}
const titles = () =>
  [...document.querySelectorAll('tr[data-node-id]')].map((element) => element.getAttribute('aria-label'))

const target = () => document.activeElement ?? document.body

function open(sketch: OutlineFixture = garden, canEdit = true) {
  const workspace = openTestWorkspace(openTestProject(nodesFromOutline(sketch), { canEdit, project }))
  const page = render(<Screen workspace={workspace} />)
  return {
    workspace,
    page,
    node: (id: string) => workspace.client.node(id),
    undo: () => act(() => void workspace.client.edits.undo()),
    focus: (title: string, column = 'title') => act(() => cell(title, column).focus()),
    press: (key: string, more: object = {}) => act(() => void fireEvent.keyDown(target(), { key, code: key, ...more })),
    type: (text: string) => act(() => void fireEvent.change(target(), { target: { value: text } })),
    copy() {
      const data = new Map<string, string>()
      const clipboardData = { setData: (type: string, text: string) => void data.set(type, text) }
      act(() => void fireEvent.copy(target(), { clipboardData }))
      return data
    },
    paste(text: string, html = '') {
      const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : html) }
      act(() => void fireEvent.paste(target(), { clipboardData }))
    },
  }
}

afterEach(() => {
  window.localStorage.clear()
  toastList.closeWhere(() => true)
})

const statusHeader = () => screen.getByRole('columnheader', { name: 'Status' })
const thirdWidth = () => document.querySelectorAll('col')[2]?.style.width

describe('table', () => {
  it('is a grid of rows named after their titles, with the title as the first column', () => {
    open()
    const grid = screen.getByRole('grid')
    expect(grid.closest('[data-view]')?.getAttribute('data-view')).toBe('table')
    expect(within(grid).getAllByRole('columnheader')[0]?.textContent).toBe('Title')
    expect(screen.getByRole('columnheader', { name: 'Cost' })).not.toBeNull()
    expect(grid.getAttribute('aria-rowcount')).toBe('7')
    expect(row('Seeds').getAttribute('aria-rowindex')).toBe('5')
    expect(row('Wall').dataset['status']).toBe('todo')
    expect(titles()).toEqual(['Garden', 'Beds', 'Soil', 'Seeds', 'Wall', 'Pears'])
  })

  it('walks through cells, headers and folds with the arrow keys', () => {
    const { focus, press, workspace } = open()
    focus('Beds')
    press('ArrowLeft')
    expect(titles()).toEqual(['Garden', 'Beds', 'Wall', 'Pears'])
    press('ArrowRight')
    expect(titles()).toContain('Soil')
    press('ArrowRight')
    press('ArrowDown')
    expect(document.activeElement).toBe(cell('Soil', 'status'))
    expect(workspace.selection.get().current).toBe('Soil')
    press('Home', { ctrlKey: true })
    press('ArrowUp')
    expect(document.activeElement).toBe(screen.getByRole('columnheader', { name: 'Title' }))
    press('ArrowRight')
    press('ArrowDown')
    expect(document.activeElement).toBe(cell('Garden', 'status'))
  })

  it('edits a value with Enter, goes on below, and gives up with Esc', () => {
    const { focus, press, type, node, undo } = open()
    focus('Soil', 'estimate')
    press('Enter')
    type('2.5')
    press('Enter')
    expect(node('Soil')?.estimate).toBe(2.5)
    expect(document.activeElement).toBe(cell('Seeds', 'estimate'))
    press('F2')
    type('7')
    press('Escape')
    expect(node('Seeds')?.estimate).toBeNull()
    expect(document.activeElement).toBe(cell('Seeds', 'estimate'))
    undo()
    expect(node('Soil')?.estimate).toBeNull()
  })

  it('replaces a value by what is typed, stores it with Tab, and keeps what is no value with its reason', () => {
    const { focus, press, type, node } = open()
    focus('Soil', 'estimate')
    press('3')
    press('Tab')
    expect(node('Soil')?.estimate).toBe(3)
    expect(document.activeElement).toBe(cell('Soil', 'priority'))
    focus('Soil', 'cost')
    press('x')
    type('much')
    press('Tab')
    expect(screen.getByRole('alert').textContent).toBe('This is not a number')
    expect(document.activeElement?.closest('td')).toBe(cell('Soil', 'cost'))
    act(() => void fireEvent.pointerDown(cell('Wall', 'title')))
    expect(screen.getByRole('alert')).not.toBeNull()
    type('4')
    press('Enter')
    expect(node('Soil')?.fields).toEqual({ cost: 4 })
  })

  it('chooses a value of a list, and writes titles in place', () => {
    const { focus, press, node, workspace } = open()
    focus('Wall', 'priority')
    press('u')
    press('Enter')
    expect(node('Wall')?.priority).toBe('urgent')
    focus('Wall')
    press('Enter')
    const textbox = screen.getByRole('textbox', { name: 'Node title' })
    act(() => {
      textbox.textContent = 'Stone wall'
      fireEvent.input(textbox)
    })
    press('Enter')
    expect(node('Wall')?.title).toBe('Stone wall')
    expect(workspace.selection.get().current).toBe('Pears')
  })

  it('sorts by its headers, with Shift by several', () => {
    const { focus, press } = open()
    const header = screen.getByRole('columnheader', { name: 'Title' })
    act(() => void fireEvent.click(header))
    expect(titles()).toEqual(['Beds', 'Garden', 'Pears', 'Seeds', 'Soil', 'Wall'])
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    act(() => void fireEvent.click(header))
    expect(titles()[0]).toBe('Wall')
    focus('Pears', 'priority')
    press('h')
    press('Enter')
    act(() => void fireEvent.click(screen.getByRole('columnheader', { name: 'Priority' })))
    act(() => void fireEvent.click(screen.getByRole('columnheader', { name: 'Title' }), { shiftKey: true }))
    expect(titles()).toEqual(['Pears', 'Beds', 'Garden', 'Seeds', 'Soil', 'Wall'])
  })

  it('moves and sizes columns with the keys of their headers, and remembers it', () => {
    const { page, workspace } = open()
    fireEvent.keyDown(statusHeader(), { key: 'ArrowRight', altKey: true })
    fireEvent.keyDown(statusHeader(), { key: 'ArrowRight', shiftKey: true })
    expect(screen.getAllByRole('columnheader')[2]?.dataset['column']).toBe('status')
    expect(thirdWidth()).toBe('140px')
    page.unmount()
    render(<Screen workspace={workspace} />)
    expect(thirdWidth()).toBe('140px')
  })

  it('fills a range down and clears it, each as one undo step', () => {
    const { focus, press, node, undo, workspace } = open()
    act(() => void workspace.client.edits.change('Soil', { estimate: 5, tagIds: ['red'] }))
    focus('Soil', 'estimate')
    for (let step = 0; step < 3; step += 1) press('ArrowDown', { shiftKey: true })
    expect([...workspace.selection.get().ids]).toEqual(['Soil', 'Seeds', 'Wall', 'Pears'])
    press('d', { ctrlKey: true })
    expect(['Seeds', 'Wall', 'Pears'].map((id) => node(id)?.estimate)).toEqual([5, 5, 5])
    undo()
    expect(node('Pears')?.estimate).toBeNull()
    press('Delete')
    expect(node('Soil')?.estimate).toBeNull()
    expect(node('Soil')?.tagIds).toEqual(['red'])
    undo()
    expect(node('Soil')?.estimate).toBe(5)
  })

  it('copies cells for spreadsheets', () => {
    const { focus, press, copy, workspace } = open()
    act(() => void workspace.client.edits.change('Soil', { estimate: 5, title: 'Soil "a"' }))
    act(() => cell('Soil "a"', 'title').focus())
    press('ArrowDown', { shiftKey: true })
    press('ArrowRight', { shiftKey: true })
    const copied = copy()
    expect(copied.get('text/plain')).toBe('"Soil ""a"""\tTo do\nSeeds\tTo do')
    expect(copied.get('text/html')).toContain('<tr><td>Seeds</td><td>To do</td></tr>')
    focus('Wall')
    expect(copy().get('text/plain')).toBe('Wall')
  })

  it('pastes cells by the types of columns, adds rows, and names what cannot be read', () => {
    const { focus, paste, node, undo, workspace } = open()
    focus('Wall')
    paste('Stone wall\tDone\r\nApples\tperhaps\r\nPlums\tIn progress\r\n')
    expect(node('Wall')).toMatchObject({ title: 'Stone wall', status: 'done' })
    expect(node('Pears')).toMatchObject({ title: 'Apples', status: 'todo' })
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Stone wall Apples Plums)')
    expect(row('Plums').dataset['status']).toBe('progress')
    expect(workspace.notices).toEqual(['Not stored: Status “perhaps”'])
    undo()
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
    expect(node('Wall')?.status).toBe('todo')
  })

  it('fills a range with one pasted value, and reads cells of HTML', () => {
    const { focus, press, paste, node } = open()
    focus('Soil', 'dueDate')
    press('ArrowDown', { shiftKey: true })
    paste('2026-12-01')
    expect([node('Soil')?.dueDate, node('Seeds')?.dueDate]).toEqual(['2026-12-01', '2026-12-01'])
    paste('', '<table><tr><td>2026-12-02</td></tr><tr><td>2026-12-03</td></tr></table>')
    expect([node('Soil')?.dueDate, node('Seeds')?.dueDate]).toEqual(['2026-12-02', '2026-12-03'])
  })

  it('adds a row at the end, which is gone again if nothing is written', () => {
    const { press, workspace } = open()
    act(() => screen.getByRole('button', { name: 'New row' }).click())
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears New node)')
    press('Escape')
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('shows edits of others and dims what is outside of a lens', () => {
    const { workspace } = open()
    act(() => workspace.lens.set({ kind: 'mine', found: new Set(['Soil']) }))
    expect(row('Wall').className).not.toBe(row('Soil').className)
    const wall = workspace.client.node('Wall')
    if (wall !== undefined) act(() => workspace.client.receive([{ ...wall, title: 'Tall wall', status: 'done' }]))
    expect(row('Tall wall').dataset['status']).toBe('done')
  })

  it('is only read by people who may not edit', () => {
    const { focus, press, paste, workspace, node } = open(garden, false)
    focus('Wall', 'estimate')
    for (const key of ['3', 'Enter', 'F2', 'Delete']) press(key)
    press('d', { ctrlKey: true })
    paste('5')
    expect(document.querySelector('[data-cell-editor]')).toBeNull()
    expect(node('Wall')?.estimate).toBeNull()
    expect(screen.queryByRole('button', { name: 'New row' })).toBeNull()
    focus('Wall')
    for (const key of ['Enter', 'x']) press(key)
    expect(workspace.editing.get()).toBeNull()
  })

  it('draws only the rows near the viewport of a large plan', () => {
    const { page } = open(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`row ${at}`, {}])))
    expect(document.querySelectorAll('tr[data-node-id]').length).toBeLessThan(40)
    expect(page.container.querySelectorAll('*').length).toBeLessThan(1_000)
  })

  it('follows the scrolling of a table in which nothing else has changed since it was opened', () => {
    const { page } = open(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`row ${at}`, {}])))
    const scroller = page.container.querySelector<HTMLElement>('[data-view="table"]')
    if (scroller === null) throw new Error('There is no table')
    scroller.scrollTop = 36_000
    act(() => void fireEvent.scroll(scroller))
    expect(titles()).toContain('row 1005')
  })
})
