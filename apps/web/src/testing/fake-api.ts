import type { Api } from '@espalier/schema'
import {
  changeProjectStatus,
  changeSharing,
  findRole,
  isProjectListed,
  noDefinitions,
  type ProjectFilter,
  projectTexts,
  type Sharing,
} from '@espalier/domain'
import type { InvitationFields } from '@espalier/schema/documents/invitations'
import { jsonResponse, type RecordedCall } from './network.ts'

/** The person that `signedInReply` signs in. */
export const adaId = 'b1f5c7d2-0000-4000-8000-000000000001'

export interface FakeProject extends Omit<Api.Project, 'sharing'> {
  readonly sharing: Sharing
}

export interface FakePerson {
  readonly id: string
  readonly email: string
}

export interface FakeOperation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The API's answer to one operation. */
export type OperationHandler = (variables: FakeOperation['variables']) => object

export type OperationHandlers = Readonly<Record<string, OperationHandler>>

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
    integrationSettings: {
      jiraSync: false,
      jiraFields: {
        assignee: true,
        dueDate: true,
        estimate: true,
        priority: true,
        labels: true,
        estimateAs: 'points',
      },
    },
    json: null,
    seq: 1,
    updatedAt: Date.now(),
    ...noDefinitions,
    views: [],
    viewersMayComment: false,
    ...fields,
  }
}

export const graphqlError = (code: string, message: string, field?: string) => ({
  data: null,
  errors: [{ message, extensions: { code, ...(field === undefined ? {} : { field }) } }],
})

interface FakeApiOptions {
  readonly projects?: readonly FakeProject[]
  /** The caller, who sees only what their role permits. Omitted: everything. */
  readonly viewerId?: string
  readonly people?: readonly FakePerson[]
  readonly nodes?: readonly object[]
  /** The open invitations of the only project that is shared in the test. */
  readonly invitations?: readonly InvitationFields[]
  /** Replaces the usual answer to an operation of this name. */
  readonly answers?: OperationHandlers
}

/**
 * The API around an open project, with the product's rules behind it: projects and their lists, sharing, and people. A
 * test that edits nodes opens the model server of `@espalier/sync/testing` instead.
 */
export function createFakeApi({ projects = [], answers = {}, ...options }: FakeApiOptions = {}) {
  const stored = new Map(projects.map((project) => [project.id, project]))
  const asked: FakeOperation[] = []
  const usual = {
    ...createProjectHandlers(stored, options),
    ...createPeopleHandlers(options),
    ...createInvitationHandlers(options),
    ...createConversationHandlers(stored),
  }
  const answerTo = (operation: FakeOperation): object => {
    asked.push(operation)
    const { operationName, variables } = operation
    const answer = answers[operationName] ?? usual[operationName]
    if (answer === undefined) throw new Error(`No handler for ${operationName}`)
    return answer(variables)
  }
  return {
    reply: (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answerTo)),
    get: (id: string) => stored.get(id),
    all: () => [...stored.values()],
    put: (project: FakeProject) => void stored.set(project.id, project),
    drop: (id: string) => void stored.delete(id),
    asked: (name: string) => asked.filter(({ operationName }) => operationName === name).map((one) => one.variables),
  }
}

const notFoundReply = graphqlError('NOT_FOUND', 'Project not found')

function createProjectHandlers(
  stored: Map<string, FakeProject>,
  { viewerId, nodes = [] }: FakeApiOptions,
): OperationHandlers {
  const find = (id: unknown): FakeProject | undefined => {
    const project = stored.get(String(id))
    const isHidden = project === undefined || (viewerId !== undefined && findRole(viewerId, project) === 'none')
    return isHidden ? undefined : project
  }
  const put = (project: FakeProject): FakeProject => {
    stored.set(project.id, project)
    return project
  }
  const update = (before: FakeProject, { status, ...change }: Api.ProjectUpdate): object => {
    const moved = changeProjectStatus(findRole(adaId, before), before.status, status ?? before.status)
    if (!moved.ok) return graphqlError('BAD_USER_INPUT', moved.reason, 'status')
    const next = { ...before, ...change, status: moved.value, seq: before.seq + 1 } as FakeProject
    return { data: { updateProject: put(next) } }
  }
  return {
    Projects: ({ filter }) => ({
      data: { projects: [...stored.values()].filter((one) => isProjectListed(filter as ProjectFilter, one, adaId)) },
    }),
    Project: ({ id }) => {
      const project = find(id)
      return project === undefined ? { ...notFoundReply, data: { project: null } } : { data: { project } }
    },
    Nodes: ({ projectId }) => (find(projectId) === undefined ? notFoundReply : { data: { nodes } }),
    CreateProject: ({ data }) => ({ data: { createProject: put(createFakeProject(data as Partial<FakeProject>)) } }),
    UpdateProject: ({ id, data }) => {
      const before = find(id)
      return before === undefined ? notFoundReply : update(before, data as Api.ProjectUpdate)
    },
    UpdateSharing: ({ id, sharing }) => {
      const before = find(id)
      if (before === undefined) return notFoundReply
      const changed = changeSharing(before, sharing as Api.SharingInput)
      if (!changed.ok) return graphqlError('BAD_USER_INPUT', changed.reason)
      return { data: { updateProject: put({ ...before, sharing: changed.value.sharing, seq: before.seq + 1 }) } }
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

/** Nobody has written anything, and nothing was read before. */
function createConversationHandlers(stored: Map<string, FakeProject>): OperationHandlers {
  const paces = { mentions: 'immediately', assignments: 'daily', comments: 'daily', dueDates: 'daily' }
  return {
    Comments: () => ({ data: { comments: [] } }),
    Notifications: () => ({ data: { notifications: { notifications: [], next: null, unreadCount: 0 } } }),
    UnreadNodes: () => ({ data: { notifications: { notifications: [], next: null } } }),
    ChangesSinceLastVisit: () => ({ data: { lastVisitAt: null, changesSinceLastVisit: [] } }),
    PushKey: () => ({ data: { pushKey: null } }),
    Watch: () => ({ data: { ofProject: 'mine', ofNode: 'mine' } }),
    UnreadCount: () => ({ data: { notifications: { unreadCount: 0 } } }),
    NotificationSettings: () => ({ data: { notificationSettings: paces } }),
    UpdateNotificationSettings: ({ data }) => ({
      data: { updateNotificationSettings: { ...paces, ...(data as object) } },
    }),
    CommentSettings: ({ id }) => ({ data: { project: stored.get(String(id)) ?? null } }),
    UpdateCommentSettings: ({ id, viewersMayComment }) => {
      const project = stored.get(String(id))
      if (project === undefined) return notFoundReply
      const changed = { ...project, viewersMayComment: viewersMayComment === true }
      stored.set(changed.id, changed)
      return { data: { updateProject: changed } }
    },
  }
}

const onlyAda: readonly FakePerson[] = [{ id: adaId, email: 'ada@example.com' }]

function createPeopleHandlers({ people = onlyAda }: FakeApiOptions): OperationHandlers {
  const find = (isMeant: (person: FakePerson) => boolean) => {
    const person = people.find(isMeant)
    return person === undefined ? null : { ...person, picture: `http://localhost:3000/avatar/${person.id}`, name: null }
  }
  return {
    Account: () => ({ data: { account: { id: 'account-1', subscription: null } } }),
    AccountUsage: () => ({ data: { account: { id: 'account-1', deletionDueAt: null, usage: [] } } }),
    // No keys: nothing is stored on the device.
    DeviceKeys: () => ({ data: { account: { id: 'account-1', deviceKeys: [] } } }),
    PublicUserById: (asked) => ({ data: { publicUserById: find(({ id }) => id === asked['id']) } }),
    PublicUserByEmail: (asked) => ({ data: { publicUserByEmail: find(({ email }) => email === asked['email']) } }),
  }
}

function createInvitationHandlers({ invitations = [] }: FakeApiOptions): OperationHandlers {
  let open = invitations
  let count = invitations.length
  const add = (email: string | null, { role, expiresAt, maxUses }: FakeOperation['variables']): InvitationFields => {
    count += 1
    const invitation = {
      id: `invitation-${count}`,
      email,
      role: String(role),
      link: `http://localhost:3000/join/token-${count}`,
      createdAt: Date.now(),
      expiresAt: typeof expiresAt === 'number' ? expiresAt : null,
      usesLeft: email === null ? (typeof maxUses === 'number' ? maxUses : null) : 1,
    }
    open = [...open, invitation]
    return invitation
  }
  return {
    Invitations: () => ({ data: { invitations: open } }),
    InviteToProject: (asked) => ({ data: { inviteToProject: add(String(asked['email']), asked) } }),
    CreateInviteLink: (asked) => ({ data: { createInviteLink: add(null, asked) } }),
    RevokeInvitation: ({ id }) => {
      open = open.filter((invitation) => invitation.id !== id)
      return { data: { revokeInvitation: true } }
    },
    AskForAccess: () => ({ data: { askForAccess: true } }),
  }
}
