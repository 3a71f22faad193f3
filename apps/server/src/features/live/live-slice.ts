import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import type { GraphqlContext, Slice } from '../../transport/graphql/slice.ts'
import { requireProjectAccess } from '../projects/index.ts'
import { createFindWatchedProject, type FindWatchedProject } from './find-watched-project.ts'
import { livePolicy } from './policy.ts'
import type { ChannelName } from './room.ts'
import type { Rooms } from './rooms.ts'

export interface LiveOptions {
  readonly database: Database
  readonly audit: Audit
  readonly rooms: Rooms
  /** Shared with whoever else subscribes to projects. */
  readonly findWatched?: FindWatchedProject
}

const typeDefs = `
extend type Subscription {
  nodeCreated(projectId: ID!): Node!
  "Deletes arrive here or in nodeBatchUpdated, with isDeleted true."
  nodeUpdated(projectId: ID!): Node!
  nodeBatchUpdated(projectId: ID!): [Node!]!
  "Title, layout, status, sharing, settings."
  projectUpdated(projectId: ID!): Project!
}
`

export function liveSlice({
  database,
  audit,
  rooms,
  findWatched = createFindWatchedProject(database),
}: LiveOptions): Slice {
  const hearing = (field: ChannelName) => ({
    async subscribe(_parent: unknown, { projectId }: { projectId: string }, { viewer }: GraphqlContext) {
      const found = await findWatched(viewer, projectId)
      const { project } = requireProjectAccess(found, { viewer, rule: livePolicy['project.hear'], audit })
      return rooms.subscribe(project, field)
    },
  })
  return {
    name: 'live',
    typeDefs,
    resolvers: {
      Subscription: {
        nodeCreated: hearing('nodeCreated'),
        nodeUpdated: hearing('nodeUpdated'),
        nodeBatchUpdated: hearing('nodeBatchUpdated'),
        projectUpdated: hearing('projectUpdated'),
      },
    },
  }
}
