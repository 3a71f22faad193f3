import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { ProjectDialogs } from '../dialogs/ProjectDialogs.tsx'
import { acceptDroppedFiles } from './drop-files.ts'

const begin = '/import/projects'
const made = { projectId: 'pear', seq: 5, nodeIds: ['n1', 'n2'] }
const file = new File(['Beds\n  Roses'], 'beds.txt')

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())

function open(workspace: ReturnType<typeof openTestWorkspace> = openTestWorkspace({ garden: { paths: {} } })) {
  const network = stubNetwork({
    [begin]: () => jsonResponse(201, { id: 'i1' }),
    [`${begin}/i1/parts/0`]: () => jsonResponse(200, {}),
    [`${begin}/i1/finish`]: () => jsonResponse(200, made),
  })
  const takeImported = vi.spyOn(workspace.client, 'adoptImported')
  render(
    <div data-testid="screen">
      <div data-node-id="paths">paths</div>
      <ProjectDialogs workspace={workspace} />
    </div>,
  )
  const stop = acceptDroppedFiles(workspace, screen.getByTestId('screen'))
  return { workspace, network, importNodes: takeImported, stop }
}

const dropOn = (target: Element, files = [file]) =>
  fireEvent.drop(target, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } })

describe('file dropped on the canvas', () => {
  it('imports below the node it was dropped on after a confirmation', async () => {
    const { network, importNodes, stop } = open()
    dropOn(screen.getByText('paths'))
    await screen.findByRole('alertdialog', { name: 'Import 2 nodes under paths?' })
    expect(network.to(begin)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(importNodes.mock.calls).toEqual([[made]]))
    expect(network.to(begin)[0]?.body).toMatchObject({ projectId: 'pear', parentId: 'paths', nodeCount: 2 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    stop()
  })

  it('imports below the root when dropped beside all nodes, and sends nothing on Cancel', async () => {
    const { network, workspace, stop } = open()
    dropOn(screen.getByTestId('screen'))
    await screen.findByRole('alertdialog', { name: 'Import 2 nodes under garden?' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([network.to(begin), workspace.dialog.get()]).toEqual([[], null])
    stop()
  })

  it('ignores files dropped by viewers, and two files at once', () => {
    const { workspace, stop } = open(openTestWorkspace(openTestProject([{ id: 'garden' }], { canEdit: false })))
    dropOn(screen.getByTestId('screen'))
    expect(workspace.dialog.get()).toBeNull()
    workspace.client.allowEditing(true)
    dropOn(screen.getByTestId('screen'), [file, file])
    expect([workspace.dialog.get(), workspace.notices]).toEqual([null, ['Please drop one file at a time.']])
    stop()
  })
})

it('imports into an empty project without asking', async () => {
  const { workspace, network, importNodes, stop } = open(openTestWorkspace(openTestProject([])))
  workspace.dialog.set({ kind: 'import', file, nodeId: null, isAsked: false })
  await waitFor(() => expect(importNodes).toHaveBeenCalled())
  expect(network.to(begin)[0]?.body).toMatchObject({ projectId: 'pear', parentId: null })
  stop()
})

describe('imported table', () => {
  const table = new File(['Task,Area,Status\nBeds,Garden,done\nPaths,Garden,\n'], 'plan.csv')

  it('shows the columns and the nodes before anything is changed', async () => {
    const { network, importNodes, stop } = open()
    dropOn(screen.getByText('paths'), [table])
    await screen.findByRole('dialog', { name: 'Import plan.csv under paths' })
    expect(screen.getByLabelText<HTMLSelectElement>('Task').value).toBe('title')
    expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('status')
    screen.getByText('This becomes 2 nodes:')
    await userEvent.selectOptions(screen.getByLabelText('Area'), 'description')
    expect(network.to(begin)).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Import 2 nodes' }))
    await waitFor(() => expect(importNodes.mock.calls).toEqual([[made]]))
    expect(network.to(`${begin}/i1/parts/0`)[0]?.body).toMatchObject({
      nodes: [
        { title: 'Beds', body: '<p>Garden</p>', status: 'done', parentIds: [] },
        { title: 'Paths', body: '<p>Garden</p>', status: 'todo', parentIds: [] },
      ],
    })
    stop()
  })

  it('asks for a title column, and imports the first row if it is no heading', async () => {
    const { stop } = open()
    dropOn(screen.getByText('paths'), [table])
    await userEvent.selectOptions(await screen.findByLabelText('Task'), 'ignore')
    await screen.findByText('Choose the column that holds the titles.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
    await userEvent.click(screen.getByLabelText('The first row names the columns'))
    await userEvent.selectOptions(screen.getByLabelText('Column 1'), 'title')
    await screen.findByText('This becomes 3 nodes:')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    stop()
  })

  it('offers every field for a column, and says before the import what is new or unknown', async () => {
    peopleStore.add({ id: 'ada', email: 'ada@example.com', picture: '', name: null })
    const project = openTestProject([{ id: 'garden' }, { id: 'paths', parentIds: ['garden'] }], {
      project: { fieldDefinitions: [{ id: 'f1', name: 'Budget', type: 'number', options: [] }] },
    })
    const { network, importNodes, stop } = open(openTestWorkspace(project))
    const text = 'Task,Owner,Due,Labels,Cost,Kind\nBeds,"ada@example.com, bo@example.com",2026-12-01,Bug,5,big\n'
    dropOn(screen.getByText('paths'), [new File([text], 'plan.csv')])
    const cost = await screen.findByLabelText<HTMLSelectElement>('Cost')
    expect(Array.from(cost.options, (option) => option.text)).toEqual(
      expect.arrayContaining([
        'Assignees',
        'Start date',
        'Due date',
        'Estimate',
        'Priority',
        'Tags',
        'Stage',
        'Own field',
        'Own field: Budget',
      ]),
    )
    await userEvent.selectOptions(cost, 'Own field: Budget')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Own field')
    await screen.findByText('New own fields: Kind.')
    const remarks = screen.getByRole('list', { name: 'Before you import' })
    expect(Array.from(remarks.children, ({ textContent }) => textContent)).toEqual([
      'The project does not have these, so they go into descriptions: bo@example.com.',
      'New tags: Bug.',
      'New own fields: Kind.',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 node' }))
    await waitFor(() => expect(importNodes).toHaveBeenCalled())
    expect(network.to(begin)[0]?.body).toMatchObject({ tags: [{ name: 'Bug' }], fieldDefinitions: [{ id: 'f1' }, {}] })
    expect(network.to(`${begin}/i1/parts/0`)[0]?.body).toMatchObject({
      nodes: [
        {
          assigneeIds: ['ada'],
          dueDate: '2026-12-01',
          body: '<p>Assignees: bo@example.com</p>',
          fields: { f1: 5 },
        },
      ],
    })
    stop()
  })
})
