import { describe, expect, it } from 'vitest'
import { type NodeFixture, nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { createCellReader, listColumns } from './table-columns.ts'
import { buildTableRows } from './table-rows.ts'
import { arrangeColumns, defaultTable, moveColumn, readTableSettings, stepSort } from './table-settings.ts'
import type { Grouping, TableSort } from './table-settings.ts'

const red = { id: 'red', name: 'Red', colour: '#ff0000' }
const blue = { id: 'blue', name: 'Blue', colour: '#0000ff' }

const sketch = { Garden: { Beds: { Soil: {}, Seeds: {} }, 'Wall 10': {}, 'Wall 9': {} } }
const values: Readonly<Record<string, Partial<NodeFixture>>> = {
  Soil: { estimate: 2.1, dueDate: '2026-05-02', tagIds: ['red', 'blue'], status: 'done' },
  Seeds: { estimate: 1.2, tagIds: ['red'], assigneeIds: ['bea'] },
  'Wall 10': { dueDate: '2026-04-01', priority: 'urgent', assigneeIds: ['ada', 'bea'] },
  'Wall 9': { dueDate: '2026-05-02', priority: 'low' },
}

const open = () =>
  openTestWorkspace(
    openTestProject(
      nodesFromOutline(sketch).map((node) => ({ ...node, ...values[node.id] })),
      { project: { tags: [red, blue] } },
    ),
  )

function draw(workspace: ReturnType<typeof open>, rules: { sorts?: readonly TableSort[]; group?: Grouping } = {}) {
  const rows = buildTableRows(workspace, {
    sorts: rules.sorts ?? [],
    group: rules.group ?? null,
    columns: listColumns(workspace.client.project.get()),
    cells: createCellReader(workspace.client, (id) => `${id}@example.com`),
  })
  return rows.map((row) =>
    row.kind === 'group' ? `# ${row.name} ${row.count} ${row.estimate}` : `${'-'.repeat(row.level)}${row.id}`,
  )
}

const by = (columnId: string, isDescending = false): TableSort => ({ columnId, isDescending })

describe('rows of a table', () => {
  it('are the tree with its levels as long as nothing is sorted', () => {
    const workspace = open()
    expect(draw(workspace)).toEqual(['-Garden', '--Beds', '---Soil', '---Seeds', '--Wall 10', '--Wall 9'])
    workspace.client.edits.change('Beds', { hideChildren: true })
    expect(draw(workspace)).toEqual(['-Garden', '--Beds', '--Wall 10', '--Wall 9'])
  })

  it('are sorted by several columns, numbers in titles by their value, and empty values last in both directions', () => {
    const workspace = open()
    expect(draw(workspace, { sorts: [by('title')] })).toEqual([
      '-Beds',
      '-Garden',
      '-Seeds',
      '-Soil',
      '-Wall 9',
      '-Wall 10',
    ])
    expect(draw(workspace, { sorts: [by('dueDate', true), by('title', true)] })).toEqual([
      '-Wall 9',
      '-Soil',
      '-Wall 10',
      '-Seeds',
      '-Garden',
      '-Beds',
    ])
  })

  it('show also what is folded when they are sorted, and of the filter only the matches', () => {
    const workspace = open()
    workspace.client.edits.change('Garden', { hideChildren: true })
    workspace.matches.set({ found: new Set(['Soil', 'Seeds']), shown: new Set(['Soil', 'Seeds']) })
    expect(draw(workspace, { sorts: [by('estimate')] })).toEqual(['-Seeds', '-Soil'])
    workspace.visibility.set({ ...workspace.visibility.get(), showCompleted: false })
    expect(draw(workspace, { sorts: [by('estimate')] })).toEqual(['-Seeds'])
  })

  it('are grouped with counts and sums of estimates; a node with two tags is in both groups', () => {
    expect(draw(open(), { group: 'tag' })).toEqual([
      '# Red 2 3.3',
      '-Soil',
      '-Seeds',
      '# Blue 1 2.1',
      '-Soil',
      '# No tag 4 null',
      '-Garden',
      '-Beds',
      '-Wall 10',
      '-Wall 9',
    ])
  })

  it.each([
    ['person', ['# ada@example.com 1 null', '# bea@example.com 2 1.2', '# Nobody 4 2.1']],
    ['priority', ['# Urgent 1 null', '# Low 1 null', '# No priority 4 3.3']],
    ['status', ['# To do 5 1.2', '# Done 1 2.1']],
    ['branch', ['# Garden 1 null', '# Beds 3 3.3', '# Wall 10 1 null', '# Wall 9 1 null']],
  ] as const)('are grouped by %s', (group, expected) => {
    const headings = draw(open(), { group }).filter((row) => row.startsWith('#'))
    expect(headings).toEqual(expected)
  })
})

describe('columns of a table', () => {
  const definition = { id: 'own', name: 'Cost', type: 'number', options: [] } as const
  const listIds = (settings = defaultTable) =>
    arrangeColumns(listColumns({ ...openTestProject([]).project.get(), fieldDefinitions: [definition] }), settings).map(
      ({ id }) => id,
    )

  it('begin with the title, and have stages and the path only where they are of use', () => {
    expect(listIds()).toEqual([
      'title',
      'status',
      'assignees',
      'startDate',
      'dueDate',
      'estimate',
      'priority',
      'tags',
      'blockedBy',
      'own',
    ])
    expect(listIds({ ...defaultTable, shown: { path: true, status: false } }).slice(-1)).toEqual(['path'])
  })

  it('keep the order of the person, and put a new one after its neighbor', () => {
    const order = ['title', 'dueDate', 'status', 'blockedBy']
    expect(listIds({ ...defaultTable, order }).slice(0, 3)).toEqual(['title', 'dueDate', 'estimate'])
    expect(listIds({ ...defaultTable, order: ['own', 'title'] })[0]).toBe('title')
  })

  it('cannot be moved before the title', () => {
    const columns = arrangeColumns(listColumns(openTestProject([]).project.get()), defaultTable)
    expect(moveColumn(columns, 'dueDate', 0).slice(0, 2)).toEqual(['title', 'dueDate'])
  })

  it('sort ascending, descending, and then not', () => {
    const once = stepSort([], 'title', false)
    const twice = stepSort(once, 'title', false)
    expect([once, twice, stepSort(twice, 'title', false)]).toEqual([[by('title')], [by('title', true)], []])
    expect(stepSort(once, 'dueDate', true)).toEqual([by('title'), by('dueDate')])
  })

  it('are read from the device, whatever is stored there', () => {
    const stored = { order: ['a', 1], widths: { a: 5, b: 100 }, sorts: [{ columnId: 'a' }, 7], group: 'x', shown: [] }
    expect(readTableSettings(stored)).toEqual({
      ...defaultTable,
      order: ['a'],
      widths: { b: 100 },
      sorts: [by('a')],
    })
  })
})
