import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { nodesFromOutline, type OutlineFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { OutlineView } from './OutlineView.tsx'

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }

function Screen({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useKeyboard(workspace)
  return <OutlineView workspace={workspace} />
}

const row = (title: string) => screen.getByRole('treeitem', { name: title })
const textbox = () => screen.getByRole('textbox', { name: 'Node title' })

function open(sketch: OutlineFixture = garden, canEdit = true) {
  const workspace = openTestWorkspace(openTestProject(nodesFromOutline(sketch), { canEdit }))
  const page = render(<Screen workspace={workspace} />)
  return {
    workspace,
    page,
    press: (key: string, more: object = {}) =>
      act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more })),
    click: (title: string, more: object = {}) => act(() => void fireEvent.click(screen.getByText(title), more)),
    focus: (title: string) => act(() => row(title).focus()),
    type: (text: string) =>
      act(() => {
        textbox().textContent = text
        fireEvent.input(textbox())
        window.getSelection()?.selectAllChildren(textbox())
        window.getSelection()?.collapseToEnd()
      }),
    /** Returns 'Garden(Beds(Soil Seeds) Wall)'. */
    plan: (): string => {
      const list = (id: string | null): string =>
        [...workspace.client.graph.children(id)]
          .map((node) => {
            const below = list(node.id)
            const title = workspace.client.node(node.id)?.title ?? ''
            return below === '' ? title : `${title}(${below})`
          })
          .join(' ')
      return list(null)
    },
  }
}

describe('outline', () => {
  it('is a tree of rows with their levels, named after their titles', () => {
    open()
    const tree = screen.getByRole('tree')
    expect(tree.dataset['view']).toBe('outline')
    expect(row('Seeds').getAttribute('aria-level')).toBe('3')
    expect(row('Seeds').getAttribute('aria-posinset')).toBe('2')
    expect(row('Beds').getAttribute('aria-expanded')).toBe('true')
    expect(row('Wall').dataset['status']).toBe('todo')
  })

  it('puts the caret into a clicked title and saves what is written', () => {
    const { click, type, press, plan } = open()
    click('Wall')
    expect(document.activeElement).toBe(textbox())
    type('Stone wall')
    press('ArrowDown')
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Stone wall Pears)')
    expect(textbox().textContent).toBe('Pears')
  })

  it('adds a row with Enter, which is gone again if nothing is written', () => {
    const { click, press, type, plan } = open()
    click('Wall')
    press('Enter')
    expect(textbox().textContent).toBe('')
    type('Ties')
    press('Enter')
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Ties New node Pears)')
    press('Escape')
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Ties Pears)')
  })

  it('indents and outdents the row that is being written, with one undo step each', () => {
    const { click, press, type, plan, workspace } = open()
    click('Pears')
    type('Apples')
    press('Tab')
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall(Pears))')
    press('Tab', { shiftKey: true })
    press('Escape')
    act(() => void workspace.client.edits.undo())
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall(Pears))')
    act(() => void workspace.client.edits.undo())
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('undoes and redoes edits of the plan from a title in which nothing is written', () => {
    const { click, press, plan } = open()
    click('Pears')
    press('Tab')
    press('z', { ctrlKey: true })
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
    expect(textbox().textContent).toBe('Pears')
    press('y', { ctrlKey: true })
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall(Pears))')
    press('Enter')
    press('z', { ctrlKey: true })
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall(Pears))')
    expect(textbox().textContent).toBe('Pears')
  })

  it('unfolds the row that another one is indented under', () => {
    const { focus, press, plan, workspace } = open()
    act(() => void workspace.client.edits.change('Beds', { hideChildren: true }))
    focus('Wall')
    press('Tab')
    expect(plan()).toBe('Garden(Beds(Soil Seeds Wall) Pears)')
    expect(row('Wall').getAttribute('aria-level')).toBe('3')
  })

  it('deletes an emptied row with Backspace and goes on in the one above', () => {
    const { click, press, type, plan, workspace } = open()
    click('Pears')
    type('')
    press('Backspace')
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall)')
    expect(textbox().textContent).toBe('Wall')
    act(() => void workspace.client.edits.undo())
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('folds, walks and selects with the arrow keys', () => {
    const { focus, press, workspace } = open()
    focus('Garden')
    press('ArrowDown')
    press('ArrowLeft')
    expect(row('Beds').getAttribute('aria-expanded')).toBe('false')
    press('ArrowRight')
    press('ArrowRight')
    expect(document.activeElement).toBe(row('Soil'))
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect([...workspace.selection.get().ids]).toEqual(['Soil', 'Seeds', 'Wall'])
    press('ArrowUp', { shiftKey: true })
    expect([...workspace.selection.get().ids]).toEqual(['Soil', 'Seeds'])
  })

  it('changes the status of a row', () => {
    open()
    act(() => fireEvent.click(row('Wall').querySelector('[aria-label="Status: to do"]') ?? document.body))
    expect(row('Wall').dataset['status']).toBe('progress')
  })

  it('dims what is outside of a lens', () => {
    const { workspace } = open()
    act(() => workspace.lens.set({ kind: 'ready', found: new Set(['Soil']) }))
    expect(row('Wall').className).toContain('dimmed')
    expect(row('Soil').className).not.toContain('dimmed')
  })

  it('is only read by people who may not edit', () => {
    const { click, press, plan } = open(garden, false)
    click('Wall')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(row('Wall'))
    for (const key of ['Tab', 'Enter', 'Delete', 'x']) press(key)
    expect(plan()).toBe('Garden(Beds(Soil Seeds) Wall Pears)')
  })

  it('draws only the rows near the viewport of a large plan', () => {
    const { page } = open(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`row ${at}`, {}])))
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
    expect(page.container.querySelectorAll('*').length).toBeLessThan(600)
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
