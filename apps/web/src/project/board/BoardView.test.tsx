import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { nodesFromOutline, type OutlineFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { BoardView } from './BoardView.tsx'

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return <BoardView workspace={workspace} />
}

beforeEach(() => localStorage.clear())

const card = (title: string) => screen.getByRole('article', { name: title })
const column = (name: string) => screen.getByRole('group', { name })
const textbox = () => screen.getByRole('textbox', { name: 'Node title' })
const addCard = () => act(() => void fireEvent.click(screen.getByRole('button', { name: 'Add a card to In progress' })))
const listCards = (name: string) =>
  within(column(name))
    .queryAllByRole('article')
    .map((element) => element.getAttribute('aria-label'))

function open(sketch: OutlineFixture = garden, canEdit = true) {
  const workspace = openTestWorkspace(openTestProject(nodesFromOutline(sketch), { canEdit }))
  const page = render(<Screen workspace={workspace} />)
  return {
    workspace,
    page,
    press: (key: string, more: object = {}) =>
      act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more })),
    focus: (title: string) => act(() => card(title).focus()),
    type: (text: string) =>
      act(() => {
        textbox().textContent = text
        fireEvent.input(textbox())
      }),
    undo: () => act(() => void workspace.client.edits.undo()),
  }
}

describe('board', () => {
  it('has the leaves as cards in columns, with the titles above them', () => {
    open()
    expect(document.querySelector('[data-view="board"]')).not.toBeNull()
    expect(listCards('To do')).toEqual(['Soil', 'Seeds', 'Wall', 'Pears'])
    expect(listCards('Done')).toEqual([])
    expect(card('Soil').dataset['status']).toBe('todo')
    expect(card('Soil').textContent).toContain('Beds')
  })

  it('moves a card between columns and within its column by keyboard', () => {
    const { focus, press, undo, workspace } = open()
    focus('Seeds')
    press('ArrowRight', { altKey: true })
    expect(listCards('In progress')).toEqual(['Seeds'])
    expect(document.activeElement).toBe(card('Seeds'))
    expect(screen.getByText('Moved Seeds to In progress')).toBeDefined()
    press('ArrowRight', { altKey: true })
    expect(workspace.client.node('Seeds')?.status).toBe('done')
    undo()
    expect(listCards('In progress')).toEqual(['Seeds'])
    undo()
    expect(listCards('To do')).toEqual(['Soil', 'Seeds', 'Wall', 'Pears'])
    focus('Wall')
    press('ArrowUp', { altKey: true })
    press('ArrowUp', { altKey: true })
    expect(listCards('To do')).toEqual(['Wall', 'Soil', 'Seeds', 'Pears'])
    press('ArrowDown', { altKey: true })
    expect(listCards('To do')).toEqual(['Soil', 'Wall', 'Seeds', 'Pears'])
  })

  it('moves all selected cards as one step', () => {
    const { focus, press, undo } = open()
    focus('Soil')
    press('ArrowDown', { shiftKey: true })
    press('ArrowRight', { altKey: true })
    expect(listCards('In progress')).toEqual(['Soil', 'Seeds'])
    undo()
    expect(listCards('In progress')).toEqual([])
  })

  it('goes from card to card with the arrow keys, and edits with Enter or a letter', () => {
    const { focus, press, type, workspace } = open()
    act(() => void workspace.client.edits.change('Wall', { status: 'done' }))
    focus('Soil')
    press('ArrowDown')
    expect(document.activeElement).toBe(card('Seeds'))
    press('ArrowRight')
    expect(document.activeElement).toBe(card('Wall'))
    press('Enter')
    expect(textbox().textContent).toBe('Wall')
    type('Stone wall')
    press('Enter')
    expect(listCards('Done')).toEqual(['Stone wall'])
    press('x')
    expect(textbox().textContent).toBe('x')
  })

  it('adds a card to a column, which is gone again if nothing is written', () => {
    const { press, type, workspace } = open()
    addCard()
    type('Compost')
    press('Enter')
    expect(listCards('In progress')).toEqual(['Compost'])
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears Compost)')
    addCard()
    press('Escape')
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears Compost)')
  })

  it('keeps its settings and the order by hand on the device', () => {
    const first = open()
    first.focus('Pears')
    first.press('ArrowUp', { altKey: true })
    first.page.unmount()
    open()
    expect(listCards('To do')).toEqual(['Soil', 'Seeds', 'Pears', 'Wall'])
  })

  it('moves a card within its swimlane only', () => {
    localStorage.setItem('board:visitor:pear', JSON.stringify({ hasLanes: true }))
    const { focus, press } = open()
    expect(listCards('To do')).toEqual(['Wall', 'Pears', 'Soil', 'Seeds'])
    focus('Seeds')
    press('ArrowUp', { altKey: true })
    expect(listCards('To do')).toEqual(['Wall', 'Pears', 'Seeds', 'Soil'])
    press('ArrowUp', { altKey: true })
    expect(listCards('To do')).toEqual(['Wall', 'Pears', 'Seeds', 'Soil'])
  })

  it('warns when a column has more cards than its limit', () => {
    localStorage.setItem('board:visitor:pear', JSON.stringify({ limits: { 'status:todo': 3, 'status:done': 3 } }))
    open()
    expect(within(column('To do')).getByText('4 cards, more than the limit of 3')).toBeDefined()
    expect(within(column('Done')).getByText('0 cards')).toBeDefined()
  })

  it('dims what is outside of a lens', () => {
    const { workspace } = open()
    act(() => workspace.lens.set({ kind: 'ready', found: new Set(['Soil']) }))
    expect(card('Wall').className).toContain('dimmed')
    expect(card('Soil').className).not.toContain('dimmed')
  })

  it('shows what somebody else changes', async () => {
    const { workspace } = open()
    const wall = workspace.client.node('Wall')
    if (wall === undefined) throw new Error('There is no wall')
    await act(async () => {
      workspace.client.receive([{ ...wall, status: 'done', title: 'High wall' }])
      await workspace.client.settle()
    })
    expect(listCards('Done')).toEqual(['High wall'])
  })

  it('is only read by people who may not edit', () => {
    const { focus, press, workspace } = open(garden, false)
    expect(screen.queryByRole('button', { name: /Add a card/ })).toBeNull()
    focus('Wall')
    press('ArrowRight', { altKey: true })
    press('ArrowUp', { altKey: true })
    for (const key of ['Enter', 'Delete', 'x']) press(key)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(workspace.client.outline()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
    expect(listCards('To do')).toEqual(['Soil', 'Seeds', 'Wall', 'Pears'])
  })

  it('draws only the cards near the viewport of a large plan', () => {
    const { page } = open(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`card ${at}`, {}])))
    expect(screen.getAllByRole('article').length).toBeLessThan(40)
    expect(page.container.querySelectorAll('*').length).toBeLessThan(500)
  })

  it('gives the map its place back when it is left', () => {
    const { workspace, page } = open()
    act(() => workspace.map.focus('Wall'))
    expect(workspace.map.focused).toEqual([])
    page.unmount()
    workspace.map.focus('Wall')
    expect(workspace.map.focused).toEqual(['Wall'])
  })
})
