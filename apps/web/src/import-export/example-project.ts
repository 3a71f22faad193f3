import type { InterchangeNode } from '@espalier/interchange'
import { type ApiResult, createProject, type Project } from '../api/projects.ts'

type ExampleNode = Pick<InterchangeNode, 'id' | 'parentIds' | 'title' | 'status'> &
  Partial<Pick<InterchangeNode, 'body' | 'backgroundColor' | 'hideChildren'>>

const green = { backgroundColor: '#bbffd8' }
const blue = { backgroundColor: '#bbc0ff' }
const pink = { backgroundColor: '#ffbbe2' }

const exampleDescription = [
  '<p>What does not fit into a title goes here: paragraphs, lists, links, a quote.</p>',
  '<p><strong>Ctrl+Enter</strong> opens this panel, <strong>Esc</strong> closes it. It saves by itself.</p>',
].join('')

const exampleTitle = 'A first plan'

/** A small plan to take apart: each node is what its title says. Parents come before their children. */
export const exampleNodes: readonly ExampleNode[] = [
  { id: 'plan', parentIds: [], title: 'A first plan, to take apart', status: 'progress' },
  { id: 'look', parentIds: ['plan'], title: 'Look around', status: 'done', ...green },
  { id: 'pan', parentIds: ['look'], title: 'Drag the ground, or scroll', status: 'done', ...green },
  { id: 'grow', parentIds: ['plan'], title: 'Let it grow', status: 'progress' },
  { id: 'child', parentIds: ['grow'], title: 'Press Tab, or +, for a child', status: 'done' },
  { id: 'sibling', parentIds: ['grow'], title: 'Press Enter for a sibling', status: 'progress' },
  { id: 'rename', parentIds: ['grow'], title: 'Type to rename a node', status: 'todo' },
  { id: 'mark', parentIds: ['grow'], title: 'Press its mark once it is done', status: 'todo' },
  {
    id: 'say',
    parentIds: ['plan'],
    title: 'This one has a description',
    status: 'todo',
    body: exampleDescription,
    ...blue,
  },
  { id: 'shared', parentIds: ['say', 'grow'], title: 'This one has two parents', status: 'todo', ...blue },
  { id: 'folded', parentIds: ['plan'], title: 'Folded: open me', status: 'todo', hideChildren: true, ...pink },
  { id: 'move', parentIds: ['folded'], title: 'Drag a node onto another to move it', status: 'todo', ...pink },
  { id: 'undo', parentIds: ['folded'], title: 'Undo brings everything back', status: 'todo', ...pink },
]

/** Creates the example as a project, just as the form's JSON field would. */
export const createExampleProject = (): Promise<ApiResult<Project>> =>
  createProject({ title: exampleTitle, body: '', status: 'active', json: writeExampleJson() })

/** Siblings are in the order of the list. */
export const writeExampleJson = (): string =>
  JSON.stringify({
    format: 'espalier',
    version: 1,
    project: { title: exampleTitle, layout: 'tree-right' },
    nodes: exampleNodes,
  })
