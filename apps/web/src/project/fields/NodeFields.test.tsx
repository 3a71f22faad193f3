import { addDays, findDateInZone } from '@espalier/domain/planning-dates'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import '../../testing/jsdom-polyfills.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { FieldValues } from './FieldValues.tsx'
import { NodeFields } from './NodeFields.tsx'

const definitions = {
  tags: [
    { id: 'bug', name: 'Bug', colour: '#ffbbe2' },
    { id: 'idea', name: 'Idea', colour: '#bbc0ff' },
  ],
  stages: [
    { id: 'next', name: 'Next', category: 'todo', colour: '#fffabb', counts: true },
    { id: 'review', name: 'Review', category: 'progress', colour: '#bbffd8', counts: true },
  ],
  fieldDefinitions: [
    { id: 'text', name: 'Place', type: 'text', options: [] },
    { id: 'number', name: 'Meters', type: 'number', options: [] },
    { id: 'date', name: 'Planted', type: 'date', options: [] },
    { id: 'choice', name: 'Soil', type: 'choice', options: ['Clay', 'Sand'] },
    { id: 'person', name: 'Gardener', type: 'person', options: [] },
    { id: 'link', name: 'Shop', type: 'link', options: [] },
    { id: 'checkbox', name: 'Watered', type: 'checkbox', options: [] },
  ],
} as const

const sharing = { generalAccess: 'restricted', users: { bea: 'editor', cleo: 'viewer' } } as const
const nodes: readonly NodeFixture[] = [
  { id: 'a', title: 'Beds' },
  { id: 'b', title: 'Gate', parentIds: ['a'] },
]

function open(given: readonly NodeFixture[] = nodes, ids: readonly string[] = ['a']) {
  const client = openTestProject(given, { project: { ...definitions, sharing } })
  const workspace = openTestWorkspace(client)
  render(<NodeFields workspace={workspace} ids={ids} />)
  return { client, workspace, node: (id = 'a') => client.node(id) }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}
const option = (name: string) => screen.getByRole('option', { name })

beforeEach(() => {
  peopleStore.forgetAll()
  for (const id of ['ada', 'bea', 'cleo']) peopleStore.add({ id, email: `${id}@example.com`, picture: '', name: null })
})

describe('fields of a node', () => {
  it('come in the order of the contract, with the own fields of the project at the end', () => {
    open()
    const labels = [...document.querySelectorAll('fieldset label')].map(({ textContent }) => textContent)
    const planned = 'Status, Stage, Assignees, Start date, Due date, Estimate, Priority, Tags, Blocked by'
    expect(labels.slice(0, 16).join(', ')).toBe(`${planned}, Place, Meters, Planted, Soil, Gardener, Shop, Watered`)
  })

  it('lets a stage decide the status, and a status the stage', async () => {
    const { node } = open()
    await userEvent.selectOptions(field('Stage'), 'Review')
    expect([node()?.status, node()?.stageId]).toEqual(['progress', 'review'])
    await userEvent.selectOptions(field('Status'), 'To do')
    expect([node()?.status, node()?.stageId]).toEqual(['todo', 'next'])
  })

  it('changes the priority with the keyboard alone', async () => {
    const { node } = open()
    await userEvent.selectOptions(field('Priority'), 'High')
    expect(node()?.priority).toBe('high')
  })

  it('takes an estimate in another unit, and keeps a wrong one with the reason', async () => {
    const { node } = open()
    await type('Estimate', '3,5{Enter}')
    expect(node()?.estimate).toBe(3.5)
    await type('Estimate', '-5{Enter}')
    expect(node()?.estimate).toBe(3.5)
    expect(field('Estimate').value).toBe('-5')
    expect(screen.getByRole('alert').textContent).toBe('An estimate is a number from 0 to 100000')
    await userEvent.keyboard('{Escape}')
    expect([field('Estimate').value, screen.queryByRole('alert')]).toEqual(['3.5', null])
  })

  it('shows why the server rejected a change, and keeps what was typed', async () => {
    const { client, node } = open()
    fireEvent.change(field('Estimate'), { target: { value: '8' } })
    fireEvent.keyDown(field('Estimate'), { key: 'Enter' })
    await act(() => client.rejectUnsent('This is not allowed any more'))
    expect(node()?.estimate).toBeNull()
    expect(field('Estimate').value).toBe('8')
    expect(screen.getByRole('alert').textContent).toBe('This is not allowed any more')
  })
})

describe('dates', () => {
  const today = findDateInZone(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

  it('are typed in words or as a date', async () => {
    const { node } = open()
    await type('Due date', 'in 3 weeks{Enter}')
    expect(node()?.dueDate).toBe(addDays(today, 21))
    await type('Due date', '2030-02-28')
    await userEvent.tab()
    await userEvent.tab()
    expect(node()?.dueDate).toBe('2030-02-28')
  })

  it('keep a text that is no date, and say so', async () => {
    const { node } = open()
    await type('Due date', 'someday{Enter}')
    expect([node()?.dueDate, field('Due date').value]).toEqual([null, 'someday'])
    expect(screen.getByRole('alert').textContent).toContain('This is not a date')
  })

  it('keep a due date before the start with the reason', async () => {
    const { node } = open([{ id: 'a', startDate: '2030-03-10' }])
    await type('Due date', '2030-03-09{Enter}')
    expect([node()?.dueDate, field('Due date').value]).toEqual([null, '2030-03-09'])
    expect(screen.getByRole('alert').textContent).not.toBe('')
  })

  it('are chosen in a month with the arrow keys', async () => {
    const { node } = open([{ id: 'a', dueDate: '2030-01-30' }])
    field('Due date').focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('grid', { name: 'January 2030' })).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Wednesday, January 30, 2030')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Home}{PageDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, March 4, 2030')
    await userEvent.keyboard('{Enter}')
    expect(node()?.dueDate).toBe('2030-03-04')
    expect([document.activeElement, screen.queryByRole('grid')]).toEqual([field('Due date'), null])
  })

  it('are cleared by one button', async () => {
    const { node } = open([{ id: 'a', dueDate: '2030-01-30' }])
    field('Due date').focus()
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(node()?.dueDate).toBeNull()
  })
})

describe('people', () => {
  it('are assigned by the first letters of their address and removed by Backspace', async () => {
    const { node } = open()
    await type('Assignees', 'bea{Enter}')
    expect(node()?.assigneeIds).toEqual(['bea'])
    await userEvent.type(field('Assignees'), '{Backspace}')
    expect(node()?.assigneeIds).toEqual([])
  })

  it('who left are shown without their name and can be replaced everywhere in one undo step', async () => {
    peopleStore.add({ id: 'zoe', email: 'zoe@example.com', picture: '', name: null })
    const { client, workspace, node } = open([
      { id: 'a', assigneeIds: ['zoe', 'bea'] },
      { id: 'b', assigneeIds: ['zoe', 'cleo'], fields: { person: 'zoe' } },
      { id: 'c', fields: { person: 'zoe' } },
    ])
    expect(screen.getByText('Former member')).toBeTruthy()
    expect(document.body.textContent).not.toContain('zoe@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Replace everywhere…' }))
    await userEvent.type(screen.getByRole('combobox', { name: 'Replace with' }), 'cleo{Enter}')
    const held = ['a', 'b', 'c'].map((id) => [node(id)?.assigneeIds, node(id)?.fields['person']])
    expect(held).toEqual([
      [['bea', 'cleo'], undefined],
      [['cleo'], 'cleo'],
      [[], 'cleo'],
    ])
    expect(workspace.notices).toEqual(['Replaced on 3 nodes'])
    act(() => void client.edits.undo())
    expect([node('a')?.assigneeIds, node('b')?.fields['person']]).toEqual([['zoe', 'bea'], 'zoe'])
  })
})

describe('tags', () => {
  it('are chosen, also several without leaving the list', async () => {
    const { node } = open()
    await userEvent.click(field('Tags'))
    await userEvent.click(option('Bug'))
    await userEvent.click(option('Idea'))
    expect(node()?.tagIds).toEqual(['bug', 'idea'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Bug' }))
    expect(node()?.tagIds).toEqual(['idea'])
  })

  it('are created by their name', async () => {
    const { client, node } = open()
    await userEvent.type(field('Tags'), 'Frost{Enter}')
    await waitFor(() => expect(node()?.tagIds).toHaveLength(1))
    expect(client.project.get().tags.map(({ name }) => name)).toEqual(['Bug', 'Idea', 'Frost'])
    expect(screen.getByRole('button', { name: 'Remove Frost' })).toBeTruthy()
  })

  it('are not created without a connection, and the reason is shown', async () => {
    const { client, node } = open()
    client.goAway(true)
    await userEvent.type(field('Tags'), 'Frost{Enter}')
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(node()?.tagIds).toEqual([])
  })
})

describe('blockers', () => {
  const plan: readonly NodeFixture[] = [
    { id: 'a', title: 'Plant' },
    { id: 'b', title: 'Dig', status: 'progress' },
    { id: 'c', title: 'Order <b>trees</b>', body: '<p>before we dig</p>' },
    { id: 'd', title: 'Hole', parentIds: ['a'] },
  ]

  it('are found by their title, shown with their status and removed by Backspace', async () => {
    const { node } = open(plan)
    await userEvent.type(field('Blocked by'), 'dig')
    expect(screen.getAllByRole('option', { name: /Dig|trees/ }).map(({ textContent }) => textContent)).toEqual([
      'Dig',
      'Order trees',
    ])
    await userEvent.keyboard('{Enter}')
    expect(node()?.blockedByIds).toEqual(['b'])
    const chip = screen.getByRole('button', { name: 'Remove Dig' }).closest('li') as HTMLElement
    expect(within(chip).getByRole('img', { name: 'In progress' })).toBeTruthy()
    await userEvent.type(field('Blocked by'), '{Backspace}')
    expect(node()?.blockedByIds).toEqual([])
  })

  it('are offered without a text, but never the node itself', async () => {
    open(plan)
    await userEvent.click(field('Blocked by'))
    const list = within(screen.getByRole('listbox', { name: 'Choices' }))
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Dig', 'Order trees', 'Hole'])
  })

  it('are refused with the reason if a node would wait for itself', async () => {
    const { node } = open(plan)
    await userEvent.type(field('Blocked by'), 'hole{Enter}')
    expect([node()?.blockedByIds, node('d')?.blockedByIds]).toEqual([[], []])
    expect(screen.getByRole('alert').textContent).toBe('A node cannot wait for itself')
    expect(field('Blocked by').getAttribute('aria-invalid')).toBe('true')
  })

  it('show the reason of the server, too', async () => {
    const { client, node } = open(plan)
    fireEvent.click(field('Blocked by'))
    fireEvent.click(screen.getByRole('option', { name: /Order trees/ }))
    await act(() => client.rejectUnsent('A node cannot wait for itself'))
    expect([node()?.blockedByIds, screen.getByRole('alert').textContent]).toEqual([[], 'A node cannot wait for itself'])
  })

  it('are added to and removed from several nodes at once', async () => {
    const { client, node } = open([...plan, { id: 'e', title: 'Water', blockedByIds: ['c'] }], ['a', 'e'])
    const chip = screen.getByRole('button', { name: 'Remove Order trees' }).closest('li') as HTMLElement
    expect(within(chip).getByText('on 1 of 2 nodes')).toBeTruthy()
    await userEvent.type(field('Blocked by'), 'order{Enter}')
    await userEvent.type(field('Blocked by'), 'dig{Enter}')
    expect([node('a')?.blockedByIds, node('e')?.blockedByIds]).toEqual([
      ['c', 'b'],
      ['c', 'b'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Order trees' }))
    expect([node('a')?.blockedByIds, node('e')?.blockedByIds]).toEqual([['b'], ['b']])
    act(() => void client.edits.undo())
    expect(node('a')?.blockedByIds).toEqual(['c', 'b'])
  })

  it('that are deleted are not shown', async () => {
    const { client } = open([plan[0] as NodeFixture, plan[1] as NodeFixture, { id: 'e', blockedByIds: ['b'] }], ['e'])
    expect(screen.getByRole('button', { name: 'Remove Dig' })).toBeTruthy()
    act(() => void client.edits.deleteBranches(['b']))
    expect(screen.queryByRole('button', { name: 'Remove Dig' })).toBeNull()
  })
})

describe('own fields', () => {
  it('are edited by their type', async () => {
    const { node } = open()
    await type('Place', 'South wall{Enter}')
    await type('Meters', '12,5{Enter}')
    await type('Planted', '2030-05-01{Enter}')
    await userEvent.selectOptions(field('Soil'), 'Sand')
    await userEvent.selectOptions(field('Gardener'), 'bea@example.com')
    await type('Shop', 'trees.example/pears{Enter}')
    await userEvent.click(field('Watered'))
    expect(node()?.fields).toEqual({
      checkbox: true,
      choice: 'Sand',
      date: '2030-05-01',
      link: 'https://trees.example/pears',
      number: 12.5,
      person: 'bea',
      text: 'South wall',
    })
    await userEvent.clear(field('Place'))
    await userEvent.tab()
    await userEvent.selectOptions(field('Soil'), 'Empty')
    await userEvent.click(field('Watered'))
    expect(Object.keys(node()?.fields ?? {})).toEqual(['date', 'link', 'number', 'person'])
  })

  it.each([
    ['Meters', 'many', 'This is not a number'],
    ['Shop', 'javascript:alert(1)', 'This is not a value of the field “Shop”'],
    ['Place', 'x'.repeat(1_001), 'This is not a value of the field “Place”'],
  ])('keep a wrong value of %s with the reason', async (name, wrong, reason) => {
    const { node } = open()
    await userEvent.click(field(name))
    await userEvent.paste(wrong)
    await userEvent.keyboard('{Enter}')
    expect([field(name).value, screen.getByRole('alert').textContent]).toEqual([wrong, reason])
    expect(node()?.fields).toEqual({})
  })
})

describe('fields of several nodes', () => {
  const several: readonly NodeFixture[] = [
    { id: 'a', priority: 'high', estimate: 3, tagIds: ['bug'], dueDate: '2030-01-01' },
    { id: 'b', parentIds: ['a'], priority: 'low', estimate: 5, tagIds: ['bug', 'idea'] },
  ]

  it('show that the values differ, and are changed in one undo step', async () => {
    const { client, node } = open(several, ['a', 'b'])
    expect(screen.getAllByRole('option', { name: 'Several values' })).toHaveLength(1)
    expect([field('Estimate').value, field('Estimate').placeholder]).toEqual(['', 'Several values'])
    expect(within(screen.getByText('Idea').closest('li') as HTMLElement).getByText('on 1 of 2 nodes')).toBeTruthy()
    await userEvent.selectOptions(field('Priority'), 'Urgent')
    expect([node('a')?.priority, node('b')?.priority]).toEqual(['urgent', 'urgent'])
    act(() => void client.edits.undo())
    expect([node('a')?.priority, node('b')?.priority]).toEqual(['high', 'low'])
  })

  it('leave values alone that were only looked at', async () => {
    const { node } = open(several, ['a', 'b'])
    await userEvent.click(field('Estimate'))
    await userEvent.tab()
    expect([node('a')?.estimate, node('b')?.estimate]).toEqual([3, 5])
  })

  it('can be those of a whole branch', async () => {
    const { node } = open(several, ['a'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Change the whole branch (2 nodes)' }))
    await type('Estimate', '1{Enter}')
    expect([node('a')?.estimate, node('b')?.estimate]).toEqual([1, 1])
  })
})

it('shows a reader the values without editors, and no empty field', () => {
  const client = openTestProject(
    [
      {
        id: 'a',
        assigneeIds: ['bea'],
        dueDate: '2030-01-30',
        estimate: 3,
        tagIds: ['bug'],
        blockedByIds: ['b'],
        fields: { checkbox: true },
      },
      { id: 'b', title: 'Gate' },
    ],
    { canEdit: false, project: { ...definitions, sharing } },
  )
  const workspace = openTestWorkspace(client)
  const node = client.node('a')
  if (node === undefined) throw new Error('There is no node')
  render(<FieldValues workspace={workspace} node={node} />)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Status',
    'Assignees',
    'Due date',
    'Estimate',
    'Tags',
    'Blocked by',
    'Watered',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'To do',
    'bea@example.com',
    'Wed, Jan 30, 2030',
    '3 points',
    'Bug',
    'Gate',
    'Yes',
  ])
  expect(screen.queryAllByRole('button')).toEqual([])
})
