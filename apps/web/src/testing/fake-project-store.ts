import type { Api } from '@espalier/schema'
import {
  changeProjectStatus,
  findRole,
  projectTexts,
  isProjectListed,
  type ProjectFilter,
  type Sharing,
} from '@espalier/domain'
import { jsonResponse, type RecordedCall } from './network.ts'

/** The person that `signedInReply` signs in. */
export const adaId = 'b1f5c7d2-0000-4000-8000-000000000001'

export interface FakeProject extends Omit<Api.Project, 'sharing'> {
  readonly sharing: Sharing
}

interface Operation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

type VariablesHandler = (variables: Readonly<Record<string, unknown>>) => object

let projectCount = 0

export function createFakeProject(fields: Partial<FakeProject> = {}): FakeProject {
  projectCount += 1
  return {
    id: `project-${projectCount}`,
    title: `Project ${projectCount}`,
    body: '',
    status: 'active',
    completionStatus: 'todo',
    owner: adaId,
    layout: 'tree-left',
    sharing: { generalAccess: 'restricted', users: {} },
    nodeLinks: [],
    integrationSettings: { jiraSync: false },
    json: null,
    seq: 1,
    updatedAt: Date.now(),
    ...fields,
  }
}

export const graphqlFieldError = (code: string, message: string, field?: string) => ({
  data: null,
  errors: [{ message, extensions: { code, ...(field === undefined ? {} : { field }) } }],
})

/** The API of Ada's projects, with the product's rules behind it. A test's own answers come first. */
export function createFakeProjectStore(
  projects: readonly FakeProject[],
  answers: Readonly<Record<string, VariablesHandler>> = {},
) {
  const stored = new Map(projects.map((project) => [project.id, project]))
  const asked: Operation[] = []
  const usual = defaultHandlers(stored)
  const answerTo = (operation: Operation): object => {
    asked.push(operation)
    const answer = answers[operation.operationName] ?? usual[operation.operationName]
    if (answer === undefined) throw new Error(`No handler for ${operation.operationName}`)
    return answer(operation.variables)
  }
  return {
    reply: (call: RecordedCall) => jsonResponse(200, (call.body as readonly Operation[]).map(answerTo)),
    kept: (id: string) => stored.get(id),
    all: () => [...stored.values()],
    asked: (name: string) => asked.filter(({ operationName }) => operationName === name).map((one) => one.variables),
  }
}

const notFoundReply = graphqlFieldError('NOT_FOUND', 'Project not found')

function defaultHandlers(stored: Map<string, FakeProject>): Readonly<Record<string, VariablesHandler>> {
  const put = (project: FakeProject): FakeProject => {
    stored.set(project.id, project)
    return project
  }
  const update = (before: FakeProject, { status, ...change }: Api.ProjectUpdate): object => {
    const moved = changeProjectStatus(findRole(adaId, before), before.status, status ?? before.status)
    if (!moved.ok) return graphqlFieldError('BAD_USER_INPUT', moved.reason, 'status')
    const next = { ...before, ...change, status: moved.value, seq: before.seq + 1 } as FakeProject
    return { data: { updateProject: put(next) } }
  }
  return {
    Account: () => ({ data: { account: { id: 'account-1', subscription: null } } }),
    AccountUsage: () => ({ data: { account: { id: 'account-1', usage: [] } } }),
    Projects: ({ filter }) => ({
      data: { projects: [...stored.values()].filter((one) => isProjectListed(filter as ProjectFilter, one, adaId)) },
    }),
    Project: ({ id }) => (stored.has(String(id)) ? { data: { project: stored.get(String(id)) } } : notFoundReply),
    Nodes: () => ({ data: { nodes: [] } }),
    PublicUserById: ({ id }) => ({
      data: {
        publicUserById: id === adaId ? { id, email: 'ada@example.com', picture: 'http://localhost:3000/a' } : null,
      },
    }),
    CreateProject: ({ data }) => ({ data: { createProject: put(createFakeProject(data as Partial<FakeProject>)) } }),
    UpdateProject: ({ id, data }) => {
      const before = stored.get(String(id))
      return before === undefined ? notFoundReply : update(before, data as Api.ProjectUpdate)
    },
    CloneProject: ({ id }) => {
      const title = projectTexts.copyTitle(stored.get(String(id))?.title ?? '')
      return { data: { cloneProject: put(createFakeProject({ title })) } }
    },
    LeaveProject: ({ id }) => (stored.delete(String(id)) ? { data: { leaveProject: true } } : notFoundReply),
    EmptyTrash: () => {
      const gone = [...stored.values()].filter(({ status }) => status === 'deleted')
      for (const { id } of gone) stored.delete(id)
      return { data: { emptyTrash: gone.length } }
    },
  }
}
