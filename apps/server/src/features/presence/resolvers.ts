import { typeDefs } from '@espalier/schema/server'
import { assignPersonColors, canSeePeople, personColors } from '@espalier/domain'
import type { ApiSlice } from '../../api/slice.ts'
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
import { type SelectionOptions, showSelection } from './session.ts'

/** The presence policy: everybody who may view the project may be present and see the others. */
const presencePolicy = {
  'presence.read': allowViewers,
  'presence.join': allowViewers,
  'selection.show': allowViewers,
} as const satisfies Record<string, AccessRule>

interface PresenceSliceOptions extends SelectionOptions, Omit<PresenceOptions, 'present'> {
  readonly audit: Audit
  /** Shared with the other subscriptions to projects. */
  readonly findWatched?: FindWatchedProject
  /** The API's URL, which draws a picture for people without one. */
  apiUrl(): string
}

/** Returns the slice and the part that must be stopped with the server. */
export function presenceSlice(options: PresenceSliceOptions): {
  readonly slice: ApiSlice
  readonly presence: Presence
} {
  const { database, audit, apiUrl, findWatched = createFindWatchedProject(database) } = options
  const present = (rows: readonly PresenceRow[], showsPeople: boolean) => {
    const colors = assignPersonColors(rows.map(({ id }) => id))
    return rows.map((row, index) => ({
      ...row,
      email: showsPeople ? row.email : null,
      picture: buildPictureUrl(row, apiUrl()),
      colour: colors[index] ?? personColors[0],
    }))
  }
  const presence = createPresence({ ...options, present })
  const requireVisibleProject = async (
    viewer: Viewer,
    id: string,
    operation: keyof typeof presencePolicy,
  ): Promise<ProjectWithAccess> =>
    requireProjectAccess(await findProjectForViewer(database.pool, viewer, id), {
      viewer,
      rule: presencePolicy[operation],
      audit,
    })
  const slice: ApiSlice = {
    name: 'presence',
    typeDefs: typeDefs.presence,
    resolvers: {
      Query: {
        async projectSessions(_parent, { projectId }, { viewer }) {
          const { project, role } = await requireVisibleProject(viewer, projectId, 'presence.read')
          return present(await readPresentPeople(database.pool, project.id), canSeePeople(role))
        },
      },
      Mutation: {
        async showSelection(_parent, args, context) {
          const { project } = await requireVisibleProject(context.viewer, args.projectId, 'selection.show')
          return showSelection(options, context, { projectId: project.id, nodeIds: args.nodeIds })
        },
      },
      Subscription: {
        projectSessions: {
          async subscribe(_parent, { projectId }, { viewer }) {
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
