import type { ProjectDefinitions } from '@espalier/domain'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { ProjectDialogs } from '../dialogs/ProjectDialogs.tsx'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openProjectLists, type ProjectListName } from './open-lists.ts'

beforeAll(polyfillDialogs)

const colour = '#fffabb'
const definitions: ProjectDefinitions = {
  tags: [
    { id: 'bug', name: 'Bug', colour },
    { id: 'idea', name: 'Idea', colour },
  ],
  stages: [
    { id: 'next', name: 'Next', category: 'todo', colour, counts: true },
    { id: 'doing', name: 'Doing', category: 'progress', colour, counts: true },
  ],
  fieldDefinitions: [{ id: 'size', name: 'Size', type: 'choice', options: ['S', 'L'] }],
  estimateUnit: 'points',
}
const nodes: readonly NodeFixture[] = [
  { id: 'a', title: 'A', tagIds: ['bug'], stageId: 'next' },
  { id: 'b', title: 'B', tagIds: ['bug', 'idea'], fields: { size: 'S' } },
]

async function open(list: ProjectListName = 'tags') {
  const client = openTestProject(nodes, { project: definitions })
  const workspace = openTestWorkspace(client)
  render(<ProjectDialogs workspace={workspace} />)
  act(() => openProjectLists(workspace, list))
  await screen.findByRole('dialog', { name: 'Lists' })
  return { client, workspace, project: () => client.project.get() }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const listNames = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Name of/ })
    .map(({ value }) => value)

describe('tags of a project', () => {
  it('are listed with the number of their nodes, added, renamed and colored', async () => {
    const { project } = await open()
    expect(listNames('Tags')).toEqual(['Bug', 'Idea'])
    expect(screen.getAllByText(/^\d nodes?$/u).map(({ textContent }) => textContent)).toEqual(['2 nodes', '1 node'])
    await userEvent.type(screen.getByRole('textbox', { name: 'New tag' }), 'Garden{Enter}')
    await waitFor(() => expect(listNames('Tags')).toEqual(['Bug', 'Idea', 'Garden']))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New tag' }).value).toBe('')
    const name = screen.getByRole('textbox', { name: 'Name of Bug' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Defect{Enter}')
    await waitFor(() => expect(project().tags[0]).toEqual({ id: 'bug', name: 'Defect', colour }))
    const color = screen.getByLabelText('Color of Defect')
    fireEvent.change(color, { target: { value: '#112233' } })
    fireEvent.blur(color)
    await waitFor(() => expect(project().tags[0]?.colour).toBe('#112233'))
  })

  it('are deleted after a question that says how many nodes lose them', async () => {
    const { project } = await open()
    await press('Delete Bug')
    expect(screen.getByText('Delete Bug? It is removed from 2 nodes.')).toBeTruthy()
    await press('Cancel')
    expect(project().tags).toHaveLength(2)
    await press('Delete Bug')
    await press('Delete')
    await waitFor(() => expect(project().tags.map(({ id }) => id)).toEqual(['idea']))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New tag' }))
  })

  it('show the reason beside the row when the server refuses, and keep the typed name', async () => {
    const { client, project } = await open()
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of Bug' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Idea')
    await client.rejectUnsent('A name occurs twice')
    await userEvent.tab()
    const row = within(screen.getAllByRole('listitem')[0] as HTMLElement)
    expect((await row.findByRole('alert')).textContent).toBe('A name occurs twice')
    expect(name.value).toBe('Idea')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(project().tags[0]?.name).toBe('Bug')
  })

  it('change their order by keys, and the button keeps the focus', async () => {
    const { project } = await open()
    act(() => screen.getByRole('button', { name: 'Move Idea up' }).focus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(project().tags.map(({ id }) => id)).toEqual(['idea', 'bug']))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Idea up' })))
    await userEvent.keyboard('{Enter}')
    expect(project().tags.map(({ id }) => id)).toEqual(['idea', 'bug'])
  })

  it('ask for a name before anything is sent', async () => {
    const { project } = await open()
    await press('Add')
    expect(screen.getByRole('alert').textContent).toBe('Enter a name')
    expect(project().tags).toHaveLength(2)
  })

  it('show what somebody else changes', async () => {
    const { client } = await open()
    await act(async () => {
      await client.edits.changeDefinitions({ tagChanges: { put: [{ id: 'new', name: 'Elsewhere', colour }] } })
    })
    expect(listNames('Tags')).toEqual(['Bug', 'Idea', 'Elsewhere'])
  })
})

describe('stages of a project', () => {
  it('are added with a status, and can be left out of roll-ups', async () => {
    const { project } = await open('stages')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status of the new stage' }), 'Done')
    await userEvent.type(screen.getByRole('textbox', { name: 'New stage' }), 'Dropped{Enter}')
    const box = await screen.findByRole('checkbox', { name: 'Dropped counts in roll-ups and in progress by estimate' })
    await userEvent.click(box)
    await waitFor(() => expect(project().stages[2]).toMatchObject({ name: 'Dropped', category: 'done', counts: false }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status of Next' }), 'In progress')
    await waitFor(() => expect(project().stages[0]?.category).toBe('progress'))
  })

  it('move their nodes to another stage when they are deleted', async () => {
    const { client, project } = await open('stages')
    await press('Delete Next')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Move its nodes to' }), 'Doing')
    await press('Delete')
    await waitFor(() => expect(project().stages.map(({ id }) => id)).toEqual(['doing']))
    expect(client.node('a')).toMatchObject({ stageId: 'doing' })
  })
})

describe('own fields of a project', () => {
  it('are added with a type and options, and their options are changed', async () => {
    const { project } = await open('fields')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type of the new field' }), 'Choice')
    await userEvent.type(screen.getByRole('textbox', { name: /^Options of the new field/ }), 'Red{Enter}Blue')
    await userEvent.type(screen.getByRole('textbox', { name: 'New field' }), 'Color{Enter}')
    await waitFor(() =>
      expect(project().fieldDefinitions[1]).toMatchObject({ name: 'Color', type: 'choice', options: ['Red', 'Blue'] }),
    )
    await userEvent.type(screen.getByRole('textbox', { name: /^Options of Size/ }), '{Enter}XL')
    await userEvent.tab()
    await waitFor(() => expect(project().fieldDefinitions[0]?.options).toEqual(['S', 'L', 'XL']))
    await press('Delete Size')
    expect(screen.getByText('Delete Size? It is removed from 1 node.')).toBeTruthy()
  })
})

describe('dialog with the lists', () => {
  it('switches between the lists by arrow keys and changes the unit of estimates', async () => {
    const { project } = await open()
    act(() => screen.getByRole('tab', { name: 'Tags' }).focus())
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Estimates', selected: true }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit of estimates' }), 'Days')
    await waitFor(() => expect(project().estimateUnit).toBe('days'))
  })
})
