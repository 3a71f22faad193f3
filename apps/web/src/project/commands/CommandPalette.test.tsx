import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import { useCell } from '../../platform/cell.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage } from '../../testing/network.ts'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { PlainCanvas } from '../testing/PlainCanvas.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { CommandPalette } from './CommandPalette.tsx'

/** The palette appears when it is loaded. */
function Screen({ workspace, isLoaded }: { readonly workspace: ProjectWorkspace; readonly isLoaded: boolean }) {
  useKeyboard(workspace)
  const dialog = useCell(workspace.dialog)
  return (
    <>
      <PlainCanvas workspace={workspace} />
      {isLoaded && dialog?.kind === 'commands' && <CommandPalette workspace={workspace} opened={dialog} />}
    </>
  )
}

let workspace: ReturnType<typeof openTestWorkspace>
function open(isLoaded = true) {
  workspace = openTestWorkspace({ root: { one: {}, two: {} } })
  const { rerender } = render(<Screen workspace={workspace} isLoaded={isLoaded} />)
  act(() => screen.getByRole('treeitem', { name: /^one/ }).focus())
  return { load: () => rerender(<Screen workspace={workspace} isLoaded />) }
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const node = (id = 'one') => workspace.client.node(id)

beforeEach(() => {
  polyfillDialogs()
  resetPage()
  peopleStore.forgetAll()
  peopleStore.add({ id: 'ada', email: 'ada@example.com', picture: '', name: null })
})

it.each([
  ['a', 'ada{Enter}', () => node()?.assigneeIds, ['ada']],
  ['d', '2030-01-30{Enter}', () => node()?.dueDate, '2030-01-30'],
  ['p', 'high{Enter}', () => node()?.priority, 'high'],
  ['e', '5{Enter}', () => node()?.estimate, 5],
  ['b', 'two{Enter}', () => node()?.blockedByIds, ['two']],
])('sets a field by a slash, the letter %s, a value and Enter', async (letter, typed, read, value) => {
  open()
  press('/')
  expect(screen.getByRole('dialog', { name: 'Commands' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
  await userEvent.keyboard(letter)
  await userEvent.keyboard(typed)
  expect(read()).toEqual(value)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('applies to the whole selection', async () => {
  open()
  workspace.selection.set({ ids: new Set(['one', 'two']), current: 'one' })
  press('/')
  expect(screen.getByText('2 nodes')).toBeTruthy()
  await userEvent.keyboard('e5{Enter}')
  expect([node('one')?.estimate, node('two')?.estimate]).toEqual([5, 5])
})

it('keeps letters that are typed while it is being loaded, and starts no title', () => {
  const { load } = open(false)
  for (const key of ['/', 'd', 'f', 'r', 'i']) press(key)
  expect(workspace.editing.get()).toBeNull()
  load()
  expect(screen.getByRole('dialog', { name: 'Due date' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Due date' }).value).toBe('fri')
})

it('finds other actions of the node by their name', async () => {
  open()
  press('/')
  await userEvent.keyboard('mark{Enter}')
  expect(node()?.status).toBe('done')
})

it('keeps a wrong value and its dialog until it is put right or closed', async () => {
  open()
  press('/')
  await userEvent.keyboard('esoon{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('An estimate is a number from 0 to 100000')
  await userEvent.click(screen.getByRole('button', { name: 'All commands' }))
  expect(screen.getByRole('combobox', { name: 'Command' })).toBeTruthy()
  expect(node()?.estimate).toBeNull()
})

it('is not opened by people who may only read', () => {
  open()
  workspace.client.allowEditing(false)
  press('/')
  expect(screen.queryByRole('dialog')).toBeNull()
})
