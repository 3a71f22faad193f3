import type { Api } from '@espalier/contract'
import { copyTitle, isListed, moveProjectStatus, type ProjectFilter, roleOf, type Sharing } from '@espalier/domain'
import { type Call, json } from './network.ts'

/** Who `signedInAs` signs in. */
export const ada = 'b1f5c7d2-0000-4000-8000-000000000001'

export interface KeptProject extends Omit<Api.Project, 'sharing'> {
  readonly sharing: Sharing
}

interface Operation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

type Answer = (variables: Readonly<Record<string, unknown>>) => object

let made = 0

export function keptProject(fields: Partial<KeptProject> = {}): KeptProject {
  made += 1
  return {
    id: `project-${made}`,
    title: `Project ${made}`,
    body: '',
    status: 'active',
    completionStatus: 'todo',
    owner: ada,
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

export const refusal = (code: string, message: string, field?: string) => ({
  data: null,
  errors: [{ message, extensions: { code, ...(field === undefined ? {} : { field }) } }],
})

/** The API of Ada's projects, with the rules of the product behind it. Answers of a test's own come first. */
export function projectStore(projects: readonly KeptProject[], answers: Readonly<Record<string, Answer>> = {}) {
  const kept = new Map(projects.map((project) => [project.id, project]))
  const asked: Operation[] = []
  const usual = usualAnswers(kept)
  const answerTo = (operation: Operation): object => {
    asked.push(operation)
    const answer = answers[operation.operationName] ?? usual[operation.operationName]
    if (answer === undefined) throw new Error(`Nobody answers ${operation.operationName}`)
    return answer(operation.variables)
  }
  return {
    reply: (call: Call) => json(200, (call.body as readonly Operation[]).map(answerTo)),
    kept: (id: string) => kept.get(id),
    all: () => [...kept.values()],
    asked: (name: string) => asked.filter(({ operationName }) => operationName === name).map((one) => one.variables),
  }
}

const missing = refusal('NOT_FOUND', 'Project not found')

function usualAnswers(kept: Map<string, KeptProject>): Readonly<Record<string, Answer>> {
  const put = (project: KeptProject): KeptProject => {
    kept.set(project.id, project)
    return project
  }
  const update = (before: KeptProject, { status, ...change }: Api.ProjectUpdate): object => {
    const moved = moveProjectStatus(roleOf(ada, before), before.status, status ?? before.status)
    if (!moved.ok) return refusal('BAD_USER_INPUT', moved.reason, 'status')
    const next = { ...before, ...change, status: moved.value, seq: before.seq + 1 } as KeptProject
    return { data: { updateProject: put(next) } }
  }
  return {
    Account: () => ({ data: { account: { id: 'account-1', subscription: null } } }),
    AccountUsage: () => ({ data: { account: { id: 'account-1', usage: [] } } }),
    Projects: ({ filter }) => ({
      data: { projects: [...kept.values()].filter((one) => isListed(filter as ProjectFilter, one, ada)) },
    }),
    Project: ({ id }) => (kept.has(String(id)) ? { data: { project: kept.get(String(id)) } } : missing),
    Nodes: () => ({ data: { nodes: [] } }),
    PublicUserById: ({ id }) => ({
      data: {
        publicUserById: id === ada ? { id, email: 'ada@example.com', picture: 'http://localhost:3000/a' } : null,
      },
    }),
    CreateProject: ({ data }) => ({ data: { createProject: put(keptProject(data as Partial<KeptProject>)) } }),
    UpdateProject: ({ id, data }) => {
      const before = kept.get(String(id))
      return before === undefined ? missing : update(before, data as Api.ProjectUpdate)
    },
    CloneProject: ({ id }) => {
      const title = copyTitle(kept.get(String(id))?.title ?? '')
      return { data: { cloneProject: put(keptProject({ title })) } }
    },
    LeaveProject: ({ id }) => (kept.delete(String(id)) ? { data: { leaveProject: true } } : missing),
    EmptyTrash: () => {
      const gone = [...kept.values()].filter(({ status }) => status === 'deleted')
      for (const { id } of gone) kept.delete(id)
      return { data: { emptyTrash: gone.length } }
    },
  }
}
