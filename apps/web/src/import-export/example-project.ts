import type { InterchangeNode } from '@espalier/interchange'
import { type ApiResult, createProject, type Project } from '../api/projects.ts'
import { exampleTexts } from '../texts/example-project.ts'

type ExampleNode = Pick<InterchangeNode, 'id' | 'parentIds' | 'title' | 'status'> &
  Partial<Pick<InterchangeNode, 'body' | 'backgroundColor' | 'hideChildren'>>

const green = { backgroundColor: '#bbffd8' }
const blue = { backgroundColor: '#bbc0ff' }
const pink = { backgroundColor: '#ffbbe2' }

/** Returns a small plan to try things on. Parents come before their children. */
export function listExampleNodes(): readonly ExampleNode[] {
  const texts = exampleTexts
  return [
    { id: 'plan', parentIds: [], title: texts.plan, status: 'progress' },
    { id: 'look', parentIds: ['plan'], title: texts.lookAround, status: 'done', ...green },
    { id: 'pan', parentIds: ['look'], title: texts.pan, status: 'done', ...green },
    { id: 'grow', parentIds: ['plan'], title: texts.grow, status: 'progress' },
    { id: 'child', parentIds: ['grow'], title: texts.child, status: 'done' },
    { id: 'sibling', parentIds: ['grow'], title: texts.sibling, status: 'progress' },
    { id: 'rename', parentIds: ['grow'], title: texts.rename, status: 'todo' },
    { id: 'mark', parentIds: ['grow'], title: texts.markDone, status: 'todo' },
    { id: 'say', parentIds: ['plan'], title: texts.described, status: 'todo', body: texts.description, ...blue },
    { id: 'shared', parentIds: ['say', 'grow'], title: texts.twoParents, status: 'todo', ...blue },
    { id: 'folded', parentIds: ['plan'], title: texts.folded, status: 'todo', hideChildren: true, ...pink },
    { id: 'move', parentIds: ['folded'], title: texts.move, status: 'todo', ...pink },
    { id: 'undo', parentIds: ['folded'], title: texts.undo, status: 'todo', ...pink },
  ]
}

/** Creates the example as a project, just as the form's JSON field would. */
export const createExampleProject = (): Promise<ApiResult<Project>> =>
  createProject({ title: exampleTexts.project, body: '', status: 'active', json: writeExampleJson() })

/** Siblings are in the order of the list. */
export const writeExampleJson = (): string =>
  JSON.stringify({
    format: 'espalier',
    version: 1,
    project: { title: exampleTexts.project, layout: 'tree-right' },
    nodes: listExampleNodes(),
  })
