import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../api/history.ts'
import { describeHistoryEntry } from './describe-entry.ts'

type Kind = HistoryEntry['kind']
type Case = readonly [phrase: string, kind: Kind, after: object, before?: object, count?: number]

const a = { id: 'a', title: 'A' }
const b = { id: 'b', title: 'B' }
const c = { id: 'c', title: 'C' }

function createEntry(kind: Kind, after: object, before: object = {}, nodeCount = 1): HistoryEntry {
  const changes = [{ id: 'n', title: 'Pear', isDeleted: false, before, after }]
  return { seq: 7, at: 0, by: null, kind, nodeCount, canUndo: true, undoes: null, tokenName: null, changes }
}

const ofNodes: readonly Case[] = [
  ['added “Pear”', 'nodes_created', { isDeleted: false, parents: [] }],
  ['added “Pear” to “A”', 'nodes_created', { isDeleted: false, parents: [a] }],
  ['added “Pear” and 11 more nodes to “A”', 'nodes_created', { parents: [a] }, {}, 12],
  ['added “Pear” and 1 more node', 'nodes_created', {}, {}, 2],
  ['deleted “Pear”', 'nodes_deleted', { isDeleted: true }],
  ['deleted “Pear” and 12 nodes below it', 'nodes_deleted', { isDeleted: true }, {}, 13],
  ['restored “Pear”', 'nodes_restored', { isDeleted: false }],
  ['restored “Pear” and 2 more nodes', 'nodes_restored', { isDeleted: false }, {}, 3],
  ['renamed “Pear” to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: 'Pear' }],
  ['renamed a node to “Quince”', 'nodes_changed', { title: 'Quince' }],
  ['renamed “Untitled” to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: '' }],
  ['renamed 3 nodes to “Quince”', 'nodes_changed', { title: 'Quince' }, { title: 'Pear' }, 3],
  ['marked “Pear” as done', 'nodes_changed', { status: 'done' }, { status: 'todo' }],
  ['marked 3 nodes as in progress', 'nodes_changed', { status: 'progress' }, { status: 'todo' }, 3],
  ['moved “Pear” from “A” to “B”', 'nodes_changed', { parents: [b], position: 4 }, { parents: [a], position: 9 }],
  ['moved “Pear” from “A” to the top level', 'nodes_changed', { parents: [] }, { parents: [a] }],
  ['moved “Pear” from the top level to “A”', 'nodes_changed', { parents: [a] }, { parents: [] }],
  ['also placed “Pear” under “B”', 'nodes_changed', { parents: [a, b] }, { parents: [a] }],
  ['removed “Pear” from under “B”', 'nodes_changed', { parents: [a] }, { parents: [a, b] }],
  ['changed the main parent of “Pear”', 'nodes_changed', { parents: [b, a] }, { parents: [a, b] }],
  ['moved “Pear” to “B”', 'nodes_changed', { parents: [b] }],
  ['moved 4 nodes to “B”', 'nodes_changed', { parents: [b] }, { parents: [a] }, 4],
  ['moved “Pear” to “A”, “B”, and “C”', 'nodes_changed', { parents: [a, b, c] }],
  ['moved “Pear” among its siblings', 'nodes_changed', { position: 4 }, { position: 9 }],
  ['moved 2 nodes among their siblings', 'nodes_changed', { position: 4 }, { position: 9 }, 2],
  ['linked 2 nodes to their issues', 'nodes_changed', { externalKey: 'PLAN-7' }, { externalKey: null }, 2],
  ['linked “Pear” to PLAN-7', 'nodes_changed', { externalKey: 'PLAN-7' }, { externalKey: null }],
  ['unlinked “Pear” from its issue', 'nodes_changed', { externalKey: null }, { externalKey: 'PLAN-7' }],
  ['changed the description of “Pear”', 'nodes_changed', { body: true }, { body: true }],
  ['commented on “Pear”', 'nodes_changed', { commentCount: 2 }, { commentCount: 1 }],
  ['deleted a comment on “Pear”', 'nodes_changed', { commentCount: 0 }, { commentCount: 1 }],
  ['folded “Pear”', 'nodes_changed', { hideChildren: true }, { hideChildren: false }],
  ['unfolded “Pear”', 'nodes_changed', { hideChildren: false }, { hideChildren: true }],
  ['colored 2 nodes', 'nodes_changed', { backgroundColor: '#bbffd8' }, {}, 2],
  ['started breaking down “Pear”', 'nodes_changed', { processing: true }, { processing: false }],
  ['finished breaking down “Pear”', 'nodes_changed', { processing: false }, { processing: true }],
  ['linked “Pear” to a project', 'nodes_changed', { projectLink: 'p' }, { projectLink: null }],
  ['removed the project link from “Pear”', 'nodes_changed', { projectLink: null }, { projectLink: 'p' }],
  ['changed “Pear”', 'nodes_changed', {}],
]

const ofProjects: readonly Case[] = [
  ['created the project', 'project_created', { title: 'Plan' }],
  ['renamed the project from “Plan” to “Orchard”', 'project_updated', { title: 'Orchard' }, { title: 'Plan' }],
  ['renamed the project to “Orchard”', 'project_updated', { title: 'Orchard' }],
  ['changed the description of the project', 'project_updated', { body: true }, { body: true }],
  ['changed the layout direction', 'project_updated', { layout: 'tree-up' }, { layout: 'tree-down' }],
  ['changed the JSON of the project', 'project_updated', { json: true }],
  ['moved the project to Trash', 'project_updated', { status: 'deleted' }, { status: 'active' }],
  ['restored the project from Trash', 'project_updated', { status: 'active' }, { status: 'deleted' }],
  ['archived the project', 'project_updated', { status: 'archived' }, { status: 'active' }],
  ['unarchived the project', 'project_updated', { status: 'active' }, { status: 'archived' }],
  ['made the project inactive', 'project_updated', { status: 'inactive' }, { status: 'active' }],
  ['made the project active', 'project_updated', { status: 'active' }, { status: 'inactive' }],
  ['turned on Jira sync', 'project_updated', { jiraSync: true }, { jiraSync: false }],
  ['turned off Jira sync', 'project_updated', { jiraSync: false }, { jiraSync: true }],
  ['changed which fields are synced with Jira', 'project_updated', { jiraFields: [] }, { jiraFields: ['labels'] }],
  ['changed which fields are synced with Jira', 'project_updated', { jiraLinks: 'parents' }, { jiraLinks: 'blockers' }],
  ['let editors change who has access', 'project_updated', { editorsMayShare: true }],
  ['let only the owner change who has access', 'project_updated', { editorsMayShare: false }],
  ['let anyone with the link view the project', 'project_updated', { generalAccess: 'anyone' }],
  ['restricted the project to people added to it', 'project_updated', { generalAccess: 'restricted' }],
  ['shared the project with 1 more person', 'project_updated', { people: 1 }, { people: 0 }],
  ['shared the project with 2 more people', 'project_updated', { people: 3 }, { people: 1 }],
  ['stopped sharing the project with 1 person', 'project_updated', { people: 0 }, { people: 1 }],
  ['changed who can edit the project', 'project_updated', { people: 2 }, { people: 2 }],
  ['changed the project', 'project_updated', {}],
]

const ada = { name: 'Ada', isYou: false }

describe('description of a history entry', () => {
  const cases = [...ofNodes, ...ofProjects].map((one) => [one[0], one] as const)
  it.each(cases)('%s', (phrase, [, kind, after, before, count]) => {
    expect(describeHistoryEntry(createEntry(kind, after, before, count), ada)).toEqual([`<who>Ada</who> ${phrase}`])
  })

  it('says that an entry undoes another one', () => {
    const entry = { ...createEntry('nodes_deleted', { isDeleted: true }, {}, 3), undoes: 4 }
    expect(describeHistoryEntry(entry, ada)).toEqual(['<who>Ada</who> deleted “Pear” and 2 more nodes (undo)'])
  })

  it('describes an entry without details', () => {
    const entry = { ...createEntry('nodes_changed', {}), changes: [] }
    expect(describeHistoryEntry(entry, ada)).toEqual(['<who>Ada</who> rearranged nodes'])
  })

  it('has one sentence for each changed field', () => {
    const entry = createEntry('nodes_changed', { status: 'done', hideChildren: true, backgroundColor: '#bbffd8' })
    expect(describeHistoryEntry(entry, ada)).toEqual([
      '<who>Ada</who> marked “Pear” as done',
      '<who>Ada</who> folded “Pear”',
      '<who>Ada</who> colored “Pear”',
    ])
  })

  it('addresses the reader, and names nobody when the name is not known', () => {
    const entry = createEntry('project_created', {})
    expect(describeHistoryEntry(entry, { name: 'Ada', isYou: true })).toEqual(['<who>You</who> created the project'])
    expect(describeHistoryEntry(entry, { name: 'Ada', isYou: false, tokenName: 'Robot' })).toEqual([
      '<who>Robot (Ada)</who> created the project',
    ])
    expect(describeHistoryEntry(entry, { name: '', isYou: false })).toEqual(['<who>Someone</who> created the project'])
  })
})
