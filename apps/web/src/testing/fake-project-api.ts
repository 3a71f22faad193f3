import type { Api } from '@espalier/schema'
import { changeSharing, findRole, type Sharing } from '@espalier/domain'
import { jsonResponse, type RecordedCall } from './network.ts'

export interface StoredProject {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly status: Api.ProjectStatus
  readonly sharing: Sharing
  readonly seq: number
}

export interface FakeOperation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The API's answer to one operation. */
export type OperationHandler = (operation: FakeOperation) => object

export interface StoredPerson {
  readonly id: string
  readonly email: string
}

interface ProjectApiOptions {
  /** The caller, who sees only what their role permits. Omitted: everything. */
  readonly viewerId?: string
  readonly projects: readonly StoredProject[]
  readonly people?: readonly StoredPerson[]
  readonly nodes?: readonly object[]
  /** Replaces the usual answer to an operation of this name. */
  readonly answers?: Readonly<Record<string, OperationHandler>>
}

export const graphqlError = (code: string, message: string) => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})

const withPicture = (person: StoredPerson | undefined) =>
  person === undefined ? null : { ...person, picture: `http://localhost:3000/avatar/${person.id}` }

/** The part of the API that sharing and viewing a project need, with the product's rules behind it. */
export function createFakeProjectApi({ viewerId, projects, people = [], nodes = [], answers = {} }: ProjectApiOptions) {
  const stored = new Map(projects.map((project) => [project.id, project]))
  const asked: FakeOperation[] = []
  const seen = (id: unknown) => {
    const project = stored.get(String(id))
    const isHidden = project === undefined || (viewerId !== undefined && findRole(viewerId, project) === 'none')
    return isHidden ? undefined : project
  }
  const usual: Record<string, OperationHandler> = {
    // No keys: nothing is stored on the device.
    DeviceKeys: () => ({ data: { account: { id: 'account-1', deviceKeys: [] } } }),
    Account: () => ({ data: { account: { id: 'account-1', subscription: null } } }),
    Project: ({ variables }) => {
      const project = seen(variables['id'])
      if (project === undefined) return { ...graphqlError('NOT_FOUND', 'Project not found'), data: { project: null } }
      return { data: { project: toProjectBody(project) } }
    },
    // Going back to the list requests it; a late answer would be reported in the next test.
    Projects: () => ({ data: { projects: [] } }),
    Nodes: ({ variables }) =>
      seen(variables['projectId']) ? { data: { nodes } } : graphqlError('NOT_FOUND', 'Project not found'),
    PublicUserById: ({ variables }) => ({
      data: { publicUserById: withPicture(people.find(({ id }) => id === variables['id'])) },
    }),
    PublicUserByEmail: ({ variables }) => ({
      data: { publicUserByEmail: withPicture(people.find(({ email }) => email === variables['email'])) },
    }),
    UpdateSharing: ({ variables }) => {
      const before = seen(variables['id'])
      if (before === undefined) return graphqlError('NOT_FOUND', 'Project not found')
      const changed = changeSharing(before, variables['sharing'] as Api.SharingInput)
      if (!changed.ok) return graphqlError('BAD_USER_INPUT', changed.reason)
      const next = { ...before, sharing: changed.value.sharing, seq: before.seq + 1 }
      stored.set(next.id, next)
      return { data: { updateProject: toProjectBody(next) } }
    },
  }
  const answerTo = (operation: FakeOperation): object => {
    asked.push(operation)
    const answer = answers[operation.operationName] ?? usual[operation.operationName]
    if (answer === undefined) throw new Error(`No handler for ${operation.operationName}`)
    return answer(operation)
  }
  return {
    reply: (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answerTo)),
    put: (project: StoredProject) => void stored.set(project.id, project),
    drop: (id: string) => void stored.delete(id),
    sharingOf: (id: string) => stored.get(id)?.sharing,
    asked: (name: string) => asked.filter(({ operationName }) => operationName === name).map((one) => one.variables),
  }
}

const toProjectBody = (project: StoredProject) => ({
  ...project,
  body: '',
  layout: 'tree-left',
  json: null,
  completionStatus: 'todo',
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  updatedAt: 0,
})
