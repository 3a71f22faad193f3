import type { FieldDefinition, SavedView, Stage, Tag } from '@espalier/domain'
import type { Viewer } from '../api/viewer.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import type { GraphqlAnswer } from '../transport/graphql/engine.ts'
import { createNodeClient, type NodeClient, openTestProject } from './node-client.ts'
import type { ProjectServer } from './project-world.ts'

const listSelection = `seq estimateUnit viewersMayComment tags { id name colour } stages { id name category colour counts }
  fieldDefinitions { id name type options } views { id name kind filter settings isShared authorId }`
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { ${listSelection} } }`
const readProject = `query ($id: ID!) { project(id: $id) { ${listSelection} } }`

export const emptyOtherFields = { hideChildren: false, isDeleted: false, projectLink: null, externalKey: null } as const

/** The fields for planning of a new node. */
export const emptyPlanningFields = {
  assigneeIds: [],
  startDate: null,
  dueDate: null,
  estimate: null,
  priority: 'none',
  tagIds: [],
  blockedByIds: [],
  stageId: null,
  fields: {},
} as const

export interface PlannedLists {
  readonly seq: number
  readonly estimateUnit: string
  readonly viewersMayComment: boolean
  readonly tags: readonly Tag[]
  readonly stages: readonly Stage[]
  readonly fieldDefinitions: readonly FieldDefinition[]
  readonly views: readonly SavedView[]
}

/** One person's work on the lists of a project. */
export interface PlannedClient extends NodeClient {
  lists(): Promise<PlannedLists>
  plan(data: object): Promise<PlannedLists>
  tryPlan(data: object): Promise<GraphqlAnswer>
}

export function createPlannedClient(server: ProjectServer, viewer: Viewer, projectId: string): PlannedClient {
  const id = projectId
  return {
    ...createNodeClient(server, viewer, projectId),
    lists: async () => (await server.get<{ project: PlannedLists }>(viewer, readProject, { id })).project,
    plan: async (data) =>
      (await server.get<{ updateProject: PlannedLists }>(viewer, updateProject, { id, data })).updateProject,
    tryPlan: (data) => server.ask(viewer, updateProject, { id, data }),
  }
}

const find = (list: readonly { readonly id: string; readonly name: string }[], name: string): string => {
  const entry = list.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`the project has no ${name}`)
  return entry.id
}

/** Opens a project with tags, stages and a field of each type, shared with these people. */
export async function openPlannedProject(
  server: ProjectServer,
  owner: SignedInViewer,
  users: Readonly<Record<string, 'viewer' | 'editor'>> = {},
) {
  const { projectId } = await openTestProject(server, owner)
  const client = createPlannedClient(server, owner, projectId)
  const lists = await client.plan({
    sharing: { users },
    tags: [{ name: 'Bug' }, { name: 'Garden', colour: '#bbffd8' }],
    stages: [
      { name: 'Backlog', category: 'todo' },
      { name: 'Next', category: 'todo' },
      { name: 'Doing', category: 'progress' },
      { name: 'Shipped', category: 'done' },
      { name: 'Dropped', category: 'done', counts: false },
    ],
    fieldDefinitions: [
      ...(['text', 'number', 'date', 'person', 'link', 'checkbox'] as const).map((type) => ({ name: type, type })),
      { name: 'choice', type: 'choice', options: ['Small', 'Large'] },
    ],
  })
  return {
    ...client,
    tag: (name: string) => find(lists.tags, name),
    stage: (name: string) => find(lists.stages, name),
    field: (name: string) => find(lists.fieldDefinitions, name),
  }
}
