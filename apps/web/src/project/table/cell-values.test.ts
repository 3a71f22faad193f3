import { describe, expect, it } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { createCellValueReader, parseTabbedCells } from './cell-values.ts'
import { listColumns } from './table-columns.ts'

const definitions = [
  { id: 'done', name: 'Checked', type: 'checkbox', options: [] },
  { id: 'size', name: 'Size', type: 'choice', options: ['Small', 'Large'] },
  { id: 'cost', name: 'Cost', type: 'number', options: [] },
  { id: 'site', name: 'Site', type: 'link', options: [] },
] as const

function read(column: string, text: string) {
  peopleStore.add({ id: 'ada', email: 'ada@example.com', picture: '', name: null })
  peopleStore.add({ id: 'bea', email: 'bea@example.org', picture: '', name: 'Bea Sommer' })
  const client = openTestProject(nodesFromOutline({ Garden: { Soil: {}, 'Soil ': {}, Seeds: {} } }), {
    project: {
      tags: [{ id: 't1', name: 'Red, light', colour: '#ff0000' }],
      stages: [{ id: 's1', name: 'Doing', colour: '#00ff00', category: 'progress', counts: true }],
      sharing: { generalAccess: 'restricted', users: { bea: 'editor' } },
      fieldDefinitions: definitions,
      estimateUnit: 'days',
    },
  })
  const found = listColumns(client.project.get()).find(({ id }) => id === column)
  if (found === undefined) throw new Error(`There is no column ${column}`)
  return createCellValueReader(client, '2026-11-17').read(found, text)
}

describe('values of a spreadsheet', () => {
  it.each([
    ['title', ' Stone <wall> ', { title: 'Stone &lt;wall&gt;' }],
    ['title', '', {}],
    ['status', 'IN PROGRESS', { status: 'progress' }],
    ['status', 'todo', { status: 'todo' }],
    ['stage', 'doing', { stageId: 's1' }],
    ['assignees', 'ADA@example.com; bea', { assigneeIds: ['ada', 'bea'] }],
    ['assignees', 'bea  sommer', { assigneeIds: ['bea'] }],
    ['assignees', '', { assigneeIds: [] }],
    ['startDate', '2026-12-01', { startDate: '2026-12-01' }],
    ['dueDate', '12/24/2026', { dueDate: '2026-12-24' }],
    ['dueDate', '', { dueDate: null }],
    ['estimate', '2,5', { estimate: 2.5 }],
    ['estimate', '4h', { estimate: 0.5 }],
    ['priority', 'high', { priority: 'high' }],
    ['tags', '"red, light"', { tagIds: ['t1'] }],
    ['blockedBy', 'seeds', { blockedByIds: ['Seeds'] }],
    ['done', 'TRUE', { fields: { done: true } }],
    ['done', 'no', { fields: { done: null } }],
    ['size', 'large', { fields: { size: 'Large' } }],
    ['cost', '1,5', { fields: { cost: 1.5 } }],
    ['cost', '', { fields: { cost: null } }],
    ['site', 'example.com/a', { fields: { site: 'https://example.com/a' } }],
  ])('are read for the column %s: %s', (column, text, expected) => {
    expect(read(column, text)).toEqual(expected)
  })

  it.each([
    ['status', 'perhaps'],
    ['status', ''],
    ['stage', 'Shipped'],
    ['assignees', 'ada, nobody@example.com'],
    ['dueDate', '31/31/2026'],
    ['estimate', 'much'],
    ['priority', '7'],
    ['tags', 'Red, light'],
    // Two nodes have this title.
    ['blockedBy', 'Soil'],
    ['done', 'perhaps'],
    ['size', 'Huge'],
    ['cost', 'dear'],
    // A link that a script could hide in.
    ['site', 'javascript:alert(1)'],
    ['path', 'Garden'],
  ])('are refused as a whole for the column %s: %s', (column, text) => {
    expect(read(column, text)).toBeNull()
  })
})

describe('copied cells', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\r\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""word"""', [['two\nlines', 'a "word"']]],
    ['"open', [['"open']]],
    ['"12" inch\tb', [['"12" inch', 'b']]],
    ['', [['']]],
  ])('%j are split into rows and columns', (text, expected) => {
    expect(parseTabbedCells(text)).toEqual(expected)
  })
})
