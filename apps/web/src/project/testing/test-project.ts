import { defaultLayout, noDefinitions, type NodeId } from '@espalier/domain'
import type { Collaborator, NodeRecord, ProjectClient, ProjectDetails } from '@espalier/sync'
import { openModelProject } from '@espalier/sync/testing'
import { type NodeFixture, buildNodeRecord } from './node-fixtures.ts'

const emptyProject = {
  id: 'pear',
  title: 'Pear',
  body: '',
  status: 'active',
  completionStatus: 'todo',
  owner: 'ada',
  layout: defaultLayout,
  sharing: { generalAccess: 'restricted', users: {} },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  updatedAt: 0,
  ...noDefinitions,
  views: [],
  viewersMayComment: false,
} as const

interface TestProjectOptions {
  readonly canEdit?: boolean
  readonly project?: Partial<Omit<ProjectDetails, 'id' | 'status' | 'updatedAt'>>
}

/** The product's own client of a project, with a model of the server in the same process. */
export function openTestProject(nodes: readonly NodeFixture[], options: TestProjectOptions = {}) {
  const { jiraSync = false, ...given } = options.project ?? {}
  const records = nodes.map((node, index) => buildNodeRecord(node, index + 1))
  const project = { ...emptyProject, ...given, integrationSettings: { jiraSync } }
  const { client, allowEditing, server, transport, settle } = openModelProject(records, { project })
  allowEditing(options.canEdit ?? true)
  return Object.assign(client, {
    allowEditing,
    /** Waits until the server has answered all that was sent. */
    settle,
    /** Stores these nodes as somebody else's change. */
    receive: (changed: readonly NodeRecord[]) => server.store('elsewhere', changed),
    /** Stores these nodes as made by the server for this page. */
    make: (made: readonly NodeRecord[]) => server.store(transport.clientId, made),
    /** Makes the server reject the edits that were just made, each for the next of these reasons. */
    rejectUnsent(...reasons: readonly string[]): Promise<void> {
      server.rejections.push(...reasons)
      return settle()
    },
    goAway: transport.goAway,
    /** Shows these people as also having the project open. */
    showOthers: (others: readonly Collaborator[]) =>
      transport.showSessions(
        others.map(({ name, ...other }) => ({ ...other, firstname: name, lastname: null, email: null })),
      ),
    /** The selections that were shown to others, in order. */
    selections: transport.selections,
    /** Returns the existing nodes as 'a(b c(d))', by their titles. */
    outline: () => formatOutline(client, null),
  })
}

export type TestProject = ReturnType<typeof openTestProject>

function formatOutline(client: ProjectClient, parentId: NodeId | null): string {
  return [...client.graph.children(parentId)]
    .map(({ id }) => {
      const below = formatOutline(client, id)
      const title = client.node(id)?.title ?? id
      return below === '' ? title : `${title}(${below})`
    })
    .join(' ')
}
