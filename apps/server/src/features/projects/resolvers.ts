import type { Api } from '@espalier/contract'
import type { GraphQLResolveInfo } from 'graphql'
import { type GraphqlContext, readSelectedFields, type Slice } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import { readCaller } from './caller.ts'
import { cloneProject, createProject } from './create-project.ts'
import { createNodeLinksReader } from './node-links.ts'
import { projectPolicy, requireAllowedPerson, requirePerson } from './policy.ts'
import { findProjectForViewer, getUserId, recordFirstOpening, requireProjectAccess } from './project-access.ts'
import { projectTypeDefs } from './project-type-defs.ts'
import { listProjects, type ProjectView, readProjectHeadView, readRequestedTexts } from './project-view.ts'
import type { Quotas } from './quotas.ts'
import { leaveProject, type SharingOptions, updateProject } from './update-project.ts'
import type { Writes } from './writes.ts'

export interface ProjectsOptions extends SharingOptions {
  readonly database: Database
  readonly writes: Writes
  readonly quotas: Pick<Quotas, 'readUsage'>
  readonly audit: Audit
}

export function projectsSlice(options: ProjectsOptions): Slice {
  const { database, writes, quotas, audit } = options
  const linksOf = createNodeLinksReader(database.pool)
  return {
    name: 'projects',
    typeDefs: projectTypeDefs,
    resolvers: {
      Query: {
        projects(_: unknown, { filter }: { filter?: Api.ProjectFilter | null }, { viewer, budget }, details) {
          const { person } = requireAllowedPerson(viewer, projectPolicy['projects.list'])
          const fields = readSelectedFields(details)
          return listProjects(database, { userId: person.id, filter: filter ?? 'inbox', fields, budget })
        },
        async project(_: unknown, { id }: { id: string }, { viewer, budget, log }, details) {
          const found = await findProjectForViewer(database.pool, viewer, id)
          const seen = requireProjectAccess(found, { viewer, rule: projectPolicy['project.read'], audit })
          await recordFirstOpening(database.pool, seen, viewer, log)
          const { project } = seen
          const texts = await readRequestedTexts(database.pool, [project], {
            fields: readSelectedFields(details),
            budget,
          })
          return { ...(await readProjectHeadView(database.pool, project, getUserId(viewer))), ...texts.get(project.id) }
        },
      },
      Account: {
        usage: (_: unknown, _args: unknown, { viewer, budget }: GraphqlContext) =>
          budget.inTurn(() => quotas.readUsage(database.pool, requirePerson(viewer).person.id)),
      },
      Project: {
        nodeLinks: ({ id }: ProjectView, _args: unknown, context: GraphqlContext) => linksOf(id, context),
      },
      Mutation: {
        createProject: (_: unknown, { data }: { data: Api.ProjectInput }, context, field: GraphQLResolveInfo) =>
          createProject(writes, readCaller(context, field), data),
        updateProject: (_: unknown, args: { id: string; data: Api.ProjectUpdate }, context, field) =>
          updateProject(writes, readCaller(context, field), args, options),
        leaveProject: (_: unknown, { id }: { id: string }, context, field) =>
          leaveProject(writes, readCaller(context, field), id),
        cloneProject: (_: unknown, { id }: { id: string }, context, field) =>
          cloneProject(writes, readCaller(context, field), id),
      },
    },
  }
}
