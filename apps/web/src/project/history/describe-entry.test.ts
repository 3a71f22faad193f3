import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../api/history.ts'
import { describeHistoryEntry } from './describe-entry.ts'

type Kind = HistoryEntry['kind']
type Case = readonly [phrase: string, kind: Kind, after: object, before?: object, count?: number]

const a = { id: 'a', title: 'A' }
const b = { id: 'b', title: 'B' }

function createEntry(kind: Kind, after: object, before: object = {}, nodeCount = 1): HistoryEntry {
  const changes = [{ id: 'n', title: 'Pear', isDeleted: false, before, after }]
  return { seq: 7, at: 0, by: null, kind, nodeCount, canUndo: true, undoes: null, changes }
}

const ofNodes: readonly Case[] = [
  ['added “Pear”', 'nodes_created', { isDeleted: false, parents: [] }],
  ['added “Pear” below “A”', 'nodes_created', { isDeleted: false, parents: [a] }],
  ['added “Pear” and 11 more nodes below “A”', 'nodes_created', { parents: [a] }, {}, 12],
  ['added “Pear” and 1 more node', 'nodes_created', {}, {}, 2],
  ['deleted “Pear”', 'nodes_deleted', { isDeleted: true }],
  ['deleted “Pear” and 12 below it', 'nodes_deleted', { isDeleted: true }, {}, 13],
  ['brought back “Pear”', 'nodes_restored', { isDeleted: false }],
  ['brought back “Pear” and 2 more nodes', 'nodes_restored', { isDeleted: false }, {}, 3],
  ['renamed “Pear” to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: 'Pear' }],
  ['renamed a node to “Quince”', 'nodes_changed', { title: 'Quince' }],
  ['renamed an untitled node to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: '' }],
  ['renamed 3 nodes to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: 'Pear' }, 3],
  ['marked “Pear” done', 'nodes_changed', { status: 'done' }, { status: 'todo' }],
  ['marked 3 nodes in progress', 'nodes_changed', { status: 'progress' }, { status: 'todo' }, 3],
  ['moved “Pear” from “A” to “B”', 'nodes_changed', { parents: [b], position: 4 }, { parents: [a], position: 9 }],
  ['moved “Pear” from “A” to the top level', 'nodes_changed', { parents: [] }, { parents: [a] }],
  ['moved “Pear” from the top level to “A”', 'nodes_changed', { parents: [a] }, { parents: [] }],
  ['linked “Pear” below “B” too', 'nodes_changed', { parents: [a, b] }, { parents: [a] }],
  ['removed “Pear” from below “B”', 'nodes_changed', { parents: [a] }, { parents: [a, b] }],
  ['changed the main parent of “Pear”', 'nodes_changed', { parents: [b, a] }, { parents: [a, b] }],
  ['moved “Pear” to “B”', 'nodes_changed', { parents: [b] }],
  ['moved 4 nodes to “B”', 'nodes_changed', { parents: [b] }, { parents: [a] }, 4],
  ['moved “Pear” among its siblings', 'nodes_changed', { position: 4 }, { position: 9 }],
  ['linked “Pear” to PLAN-7', 'nodes_changed', { externalKey: 'PLAN-7' }, { externalKey: null }],
  ['took “Pear” off the issue tracker', 'nodes_changed', { externalKey: null }, { externalKey: 'PLAN-7' }],
  ['changed the description of “Pear”', 'nodes_changed', { body: true }, { body: true }],
  ['folded “Pear”', 'nodes_changed', { hideChildren: true }, { hideChildren: false }],
  ['unfolded “Pear”', 'nodes_changed', { hideChildren: false }, { hideChildren: true }],
  ['coloured 2 nodes', 'nodes_changed', { backgroundColor: '#bbffd8' }, {}, 2],
  ['began breaking down “Pear”', 'nodes_changed', { processing: true }, { processing: false }],
  ['finished breaking down “Pear”', 'nodes_changed', { processing: false }, { processing: true }],
  ['linked “Pear” to a project', 'nodes_changed', { projectLink: 'p' }, { projectLink: null }],
  ['removed the link of “Pear”', 'nodes_changed', { projectLink: null }, { projectLink: 'p' }],
  ['marked “Pear” done, folded “Pear” and coloured “Pear”', 'nodes_changed', all()],
  ['changed “Pear”', 'nodes_changed', {}],
]

function all(): object {
  return { status: 'done', hideChildren: true, backgroundColor: '#bbffd8' }
}

const ofProjects: readonly Case[] = [
  ['created the project', 'project_created', { title: 'Plan' }],
  ['renamed the project from “Plan” to “Orchard”', 'project_updated', { title: 'Orchard' }, { title: 'Plan' }],
  ['renamed the project to “Orchard”', 'project_updated', { title: 'Orchard' }],
  ['changed the description of the project', 'project_updated', { body: true }, { body: true }],
  ['turned the tree', 'project_updated', { layout: 'tree-up' }, { layout: 'tree-down' }],
  ['changed the JSON of the project', 'project_updated', { json: true }],
  ['moved the project to the trash', 'project_updated', { status: 'deleted' }, { status: 'active' }],
  ['took the project out of the trash', 'project_updated', { status: 'active' }, { status: 'deleted' }],
  ['archived the project', 'project_updated', { status: 'archived' }, { status: 'active' }],
  ['took the project out of the archive', 'project_updated', { status: 'active' }, { status: 'archived' }],
  ['made the project inactive', 'project_updated', { status: 'inactive' }, { status: 'active' }],
  ['turned the Jira sync on', 'project_updated', { jiraSync: true }, { jiraSync: false }],
  ['let anyone with the link view the project', 'project_updated', { generalAccess: 'anyone' }],
  ['restricted the project to named people', 'project_updated', { generalAccess: 'restricted' }],
  ['shared the project with 1 more person', 'project_updated', { people: 1 }, { people: 0 }],
  ['shared the project with 2 more people', 'project_updated', { people: 3 }, { people: 1 }],
  ['stopped sharing the project with 1 person', 'project_updated', { people: 0 }, { people: 1 }],
  ['changed who may edit the project', 'project_updated', { people: 2 }, { people: 2 }],
  ['changed the project', 'project_updated', {}],
]

describe('description of a history entry', () => {
  const cases = [...ofNodes, ...ofProjects].map((one) => [one[0], one] as const)
  it.each(cases)('%s', (phrase, [, kind, after, before, count]) => {
    expect(describeHistoryEntry(createEntry(kind, after, before, count))).toBe(phrase)
  })

  it('says that an entry undoes another one', () => {
    const entry = { ...createEntry('nodes_deleted', { isDeleted: true }, {}, 3), undoes: 4 }
    expect(describeHistoryEntry(entry)).toBe('undid a change: deleted “Pear” and 2 more nodes')
  })

  it('describes an entry without details', () => {
    expect(describeHistoryEntry({ ...createEntry('nodes_changed', {}), changes: [] })).toBe('rearranged nodes')
  })
})
