import type { Api } from '@espalier/contract'
import { changeSharing, roleOf, type Sharing } from '@espalier/domain'
import { type Call, json } from './network.ts'

export interface StoredProject {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly status: Api.ProjectStatus
  readonly sharing: Sharing
  readonly seq: number
}

export interface Operation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** What the API would answer to one operation. */
export type Answer = (operation: Operation) => object

export interface StoredPerson {
  readonly id: string
  readonly email: string
}

interface World {
  /** Who asks: they see only what their role lets them. Left out: everything. */
  readonly viewerId?: string
  readonly projects: readonly StoredProject[]
  readonly people?: readonly StoredPerson[]
  readonly nodes?: readonly object[]
  /** Takes the place of the usual answer to an operation of this name. */
  readonly answers?: Readonly<Record<string, Answer>>
}

export const refused = (code: string, message: string) => ({ data: null, errors: [{ message, extensions: { code } }] })

const pictured = (person: StoredPerson | undefined) =>
  person === undefined ? null : { ...person, picture: `http://localhost:3000/avatar/${person.id}` }

/** As much of the API as sharing and looking at a project need, with the rules of the product behind it. */
export function projectApi({ viewerId, projects, people = [], nodes = [], answers = {} }: World) {
  const stored = new Map(projects.map((project) => [project.id, project]))
  const asked: Operation[] = []
  const seen = (id: unknown) => {
    const project = stored.get(String(id))
    const isHidden = project === undefined || (viewerId !== undefined && roleOf(viewerId, project) === 'none')
    return isHidden ? undefined : project
  }
  const usual: Record<string, Answer> = {
    Account: () => ({ data: { account: { id: 'account-1', subscription: null } } }),
    Project: ({ variables }) => {
      const project = seen(variables['id'])
      if (project === undefined) return { ...refused('NOT_FOUND', 'Project not found'), data: { project: null } }
      return { data: { project: presented(project) } }
    },
    // Whoever goes back to the list asks for it; an answer that came late would be told in the next test.
    Projects: () => ({ data: { projects: [] } }),
    Nodes: ({ variables }) =>
      seen(variables['projectId']) ? { data: { nodes } } : refused('NOT_FOUND', 'Project not found'),
    PublicUserById: ({ variables }) => ({
      data: { publicUserById: pictured(people.find(({ id }) => id === variables['id'])) },
    }),
    PublicUserByEmail: ({ variables }) => ({
      data: { publicUserByEmail: pictured(people.find(({ email }) => email === variables['email'])) },
    }),
    UpdateSharing: ({ variables }) => {
      const before = seen(variables['id'])
      if (before === undefined) return refused('NOT_FOUND', 'Project not found')
      const changed = changeSharing(before, variables['sharing'] as Api.SharingInput)
      if (!changed.ok) return refused('BAD_USER_INPUT', changed.reason)
      const next = { ...before, sharing: changed.value.sharing, seq: before.seq + 1 }
      stored.set(next.id, next)
      return { data: { updateProject: presented(next) } }
    },
  }
  const answerTo = (operation: Operation): object => {
    asked.push(operation)
    const answer = answers[operation.operationName] ?? usual[operation.operationName]
    if (answer === undefined) throw new Error(`Nobody answers ${operation.operationName}`)
    return answer(operation)
  }
  return {
    reply: (call: Call) => json(200, (call.body as readonly Operation[]).map(answerTo)),
    put: (project: StoredProject) => void stored.set(project.id, project),
    drop: (id: string) => void stored.delete(id),
    sharingOf: (id: string) => stored.get(id)?.sharing,
    asked: (name: string) => asked.filter(({ operationName }) => operationName === name).map((one) => one.variables),
  }
}

const presented = (project: StoredProject) => ({
  ...project,
  body: '',
  layout: 'tree-left',
  json: null,
  completionStatus: 'todo',
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  updatedAt: 0,
})
