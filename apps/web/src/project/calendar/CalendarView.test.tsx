import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '../../platform/timing.ts'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { type NodeFixture, nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { CalendarView } from './CalendarView.tsx'
import { pickEntries } from './DayCell.tsx'

const dates: Readonly<Record<string, Partial<NodeFixture>>> = {
  Soil: { dueDate: '2026-11-18', startDate: '2026-11-16' },
  Seeds: { dueDate: '2026-11-18' },
  Wall: { dueDate: '2026-12-24', status: 'done' },
}
const garden = nodesFromOutline({ Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }).map((node) => ({
  ...node,
  ...dates[node.id],
}))

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return <CalendarView workspace={workspace} />
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-17T12:00:00Z'))
})

afterEach(() => {
  vi.restoreAllMocks()
})

const entry = (title: string) => screen.getByRole('article', { name: title })
const textbox = () => screen.getByRole('textbox', { name: 'Node title' })
const findDay = (date: string) => document.querySelector<HTMLElement>(`[data-date="${date}"]`) ?? document.body
const listOn = (date: string) =>
  within(findDay(date))
    .queryAllByRole('article')
    .map((element) => element.getAttribute('aria-label'))
const click = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })))

function open(nodes: readonly NodeFixture[] = garden, canEdit = true) {
  const workspace = openTestWorkspace(openTestProject(nodes, { canEdit }))
  const page = render(<Screen workspace={workspace} />)
  return {
    workspace,
    page,
    press: (key: string, more: object = {}) =>
      act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more })),
    focus: (element: HTMLElement) => act(() => element.focus()),
    type: (text: string) =>
      act(() => {
        textbox().textContent = text
        fireEvent.input(textbox())
      }),
  }
}

describe('calendar', () => {
  it('is a grid of the present month, with each node on the day it is due', () => {
    open()
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeDefined()
    expect(document.querySelectorAll('[data-date]').length % 7).toBe(0)
    expect(listOn('2026-11-18')).toEqual(['Soil', 'Seeds'])
    expect(findDay('2026-11-17').getAttribute('aria-current')).toBe('date')
    expect(entry('Soil').dataset['status']).toBe('todo')
    expect(screen.queryByRole('article', { name: 'Wall' })).toBeNull()
    click('Next month')
    expect(listOn('2026-12-24')).toEqual(['Wall'])
    click('Today')
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeDefined()
  })

  it('moves an entry by days and weeks, and its start with it, as one step', () => {
    const { workspace, focus, press } = open()
    focus(entry('Soil'))
    press('ArrowRight', { altKey: true })
    expect(workspace.client.node('Soil')).toMatchObject({ startDate: '2026-11-17', dueDate: '2026-11-19' })
    expect(document.activeElement).toBe(entry('Soil'))
    press('ArrowDown', { altKey: true })
    expect(listOn('2026-11-26')).toEqual(['Soil'])
    expect(screen.getByText('Moved Soil to Thursday, November 26, 2026')).toBeDefined()
    act(() => void workspace.client.edits.undo())
    act(() => void workspace.client.edits.undo())
    expect(workspace.client.node('Soil')).toMatchObject({ startDate: '2026-11-16', dueDate: '2026-11-18' })
  })

  it('moves all selected entries together', () => {
    const { workspace, focus, press } = open()
    act(() => workspace.selection.set({ ids: new Set(['Soil', 'Seeds', 'Pears']), current: 'Soil' }))
    focus(entry('Soil'))
    press('ArrowRight', { altKey: true })
    expect(listOn('2026-11-19')).toEqual(['Soil', 'Seeds'])
    expect(workspace.client.node('Pears')?.dueDate).toBeNull()
    act(() => void workspace.client.edits.undo())
    expect(listOn('2026-11-18')).toEqual(['Soil', 'Seeds'])
  })

  it('is walked through by keys, and a node is added on the focused day', () => {
    const { workspace, focus, press, type } = open()
    focus(findDay('2026-11-17'))
    press('ArrowDown')
    press('ArrowLeft')
    expect(document.activeElement).toBe(findDay('2026-11-23'))
    press('Enter')
    type('Compost')
    press('Enter')
    expect(listOn('2026-11-23')).toEqual(['Compost'])
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears Compost)')
    press('ArrowUp')
    expect(document.activeElement).toBe(findDay('2026-11-23'))
    press('PageDown')
    expect(document.activeElement).toBe(findDay('2026-12-23'))
    press('ArrowRight')
    press(' ')
    expect(document.activeElement).toBe(entry('Wall'))
    press('Enter')
    expect(textbox().textContent).toBe('Wall')
  })

  it('adds a node by a double click on a day, which is gone again if nothing is written', () => {
    const { workspace, press } = open()
    act(() => void fireEvent.doubleClick(findDay('2026-11-20')))
    expect(within(findDay('2026-11-20')).getByRole('textbox')).toBe(document.activeElement)
    press('Escape')
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('shows a week, also after it was left', () => {
    const { page } = open()
    click('Week')
    expect(document.querySelectorAll('[data-date]')).toHaveLength(7)
    page.unmount()
    open()
    expect(document.querySelectorAll('[data-date]')).toHaveLength(7)
    expect(listOn('2026-11-18')).toEqual(['Soil', 'Seeds'])
    click('Previous week')
    expect(listOn('2026-11-11')).toEqual([])
  })

  it('lists everything of a day that has more than fits', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      id: `n${at}`,
      title: `n${at}`,
      position: at,
      dueDate: '2026-11-18',
    }))
    const { press } = open(many)
    expect(listOn('2026-11-18')).toEqual(['n0', 'n1'])
    click('+38 more')
    const list = screen.getByRole('region', { name: /All nodes due on Wednesday/ })
    expect(within(list).getAllByRole('article')).toHaveLength(40)
    press('Escape')
    expect(screen.queryByRole('region', { name: /All nodes due/ })).toBeNull()
    expect(document.activeElement).toBe(findDay('2026-11-18'))
  })

  it('always has room for the entry that a person works with', () => {
    expect(pickEntries(['a', 'b', 'c'], 3, [])).toEqual(['a', 'b', 'c'])
    expect(pickEntries(['a', 'b', 'c', 'd'], 3, ['d', null])).toEqual(['a', 'd'])
    expect(pickEntries(['a', 'b', 'c', 'd'], 1, ['d'])).toEqual(['d'])
  })

  it('is only read by people who may not edit', () => {
    const { workspace, focus, press } = open(garden, false)
    expect(screen.queryByRole('button', { name: /Add a node/ })).toBeNull()
    act(() => void fireEvent.doubleClick(findDay('2026-11-20')))
    focus(findDay('2026-11-20'))
    press('Enter')
    focus(entry('Soil'))
    press('ArrowRight', { altKey: true })
    press('x')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(workspace.client.node('Soil')?.dueDate).toBe('2026-11-18')
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('gives the map its place back when it is left', () => {
    const { workspace, page } = open()
    act(() => workspace.map.focus('Soil'))
    expect(workspace.map.focused).toEqual([])
    page.unmount()
    workspace.map.focus('Soil')
    expect(workspace.map.focused).toEqual(['Soil'])
  })
})
