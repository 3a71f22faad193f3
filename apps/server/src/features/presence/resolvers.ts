import { canSeePeople } from '@espalier/domain'
import type { GraphqlContext, Slice } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import { type PresenceRow, readPresentPeople } from './store.ts'
import type { Audit } from '../../ports/log.ts'
import { createFindWatchedProject, type FindWatchedProject } from '../live/index.ts'
import { buildPictureUrl } from '../people/index.ts'
import {
  type AccessRule,
  allowViewers,
  findProjectForViewer,
  type ProjectWithAccess,
  requireProjectAccess,
} from '../projects/index.ts'
import { createPresence, type Presence, type PresenceOptions } from './presence.ts'
import { pickPresenceColor, type SelectionOptions, showSelection } from './session.ts'

/** Who may be in a project and know who else is: whoever may look at it. */
const presencePolicy = {
  'presence.read': allowViewers,
  'presence.join': allowViewers,
  'selection.show': allowViewers,
} as const satisfies Record<string, AccessRule>

interface PresenceSliceOptions extends SelectionOptions, Omit<PresenceOptions, 'present'> {
  readonly audit: Audit
  /** Shared with whoever else subscribes to projects. */
  readonly findWatched?: FindWatchedProject
  /** The API's address: who has no picture gets one drawn there. */
  apiUrl(): string
}

const typeDefs = `
extend type Query {
  projectSessions(projectId: ID!): [ProjectSession!]!
}

extend type Mutation {
  "Shows the others in the project what the caller has selected there, until it shows something else or leaves. Nothing is stored of it. False: the caller is not present."
  showSelection(projectId: ID!, nodeIds: [ID!]!): Boolean!
}

extend type Subscription {
  "The whole list, at once on subscribing and again at each change. To subscribe is to be present."
  projectSessions(projectId: ID!): [ProjectSession!]!
}

"id: the user's, or for a guest 'guest:' and a hash of its x-client-id. Anonymous and link-only callers get no email."
type ProjectSession {
  id: ID!
  email: String
  picture: String!
  firstname: String
  lastname: String
  "As #rrggbb, dark enough for white text; the same for the same id everywhere."
  colour: String!
  "What the person last showed as selected: nodes of this project, which may be deleted by now."
  nodeIds: [ID!]!
}
`

interface ProjectArgs {
  readonly projectId: string
}

/** The slice, and what must be stopped with the server. */
export function presenceSlice(options: PresenceSliceOptions): { readonly slice: Slice; readonly presence: Presence } {
  const { database, audit, apiUrl, findWatched = createFindWatchedProject(database) } = options
  const present = (rows: readonly PresenceRow[], showsPeople: boolean) =>
    rows.map((row) => ({
      ...row,
      email: showsPeople ? row.email : null,
      picture: buildPictureUrl(row, apiUrl()),
      colour: pickPresenceColor(row.id),
    }))
  const presence = createPresence({ ...options, present })
  const see = async (viewer: Viewer, id: string, operation: keyof typeof presencePolicy): Promise<ProjectWithAccess> =>
    requireProjectAccess(await findProjectForViewer(database.pool, viewer, id), {
      viewer,
      rule: presencePolicy[operation],
      audit,
    })
  const slice: Slice = {
    name: 'presence',
    typeDefs,
    resolvers: {
      Query: {
        async projectSessions(_parent: unknown, { projectId }: ProjectArgs, { viewer }: GraphqlContext) {
          const { project, role } = await see(viewer, projectId, 'presence.read')
          return present(await readPresentPeople(database.pool, project.id), canSeePeople(role))
        },
      },
      Mutation: {
        async showSelection(_parent: unknown, args: ProjectArgs & { nodeIds: string[] }, context: GraphqlContext) {
          const { project } = await see(context.viewer, args.projectId, 'selection.show')
          return showSelection(options, context, { projectId: project.id, nodeIds: args.nodeIds })
        },
      },
      Subscription: {
        projectSessions: {
          async subscribe(_parent: unknown, { projectId }: ProjectArgs, { viewer }: GraphqlContext) {
            const found = await findWatched(viewer, projectId)
            return presence.enter(
              requireProjectAccess(found, { viewer, rule: presencePolicy['presence.join'], audit }).project,
            )
          },
        },
      },
    },
  }
  return { slice, presence }
}
