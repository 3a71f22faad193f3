import { type ApiResult, createProject, type Project } from '../../data/projects/index.ts'
import { exampleNodes, exampleTitle } from './example.ts'

/** A project of one's own that is the example, made as the form's JSON field would make it. */
export const createExampleProject = (): Promise<ApiResult<Project>> =>
  createProject({ title: exampleTitle, body: '', status: 'active', json: writeExampleJson() })

/** Siblings stand in the order of the list. */
export const writeExampleJson = (): string =>
  JSON.stringify({
    format: 'espalier',
    version: 1,
    project: { title: exampleTitle, layout: 'tree-right' },
    nodes: exampleNodes,
  })
