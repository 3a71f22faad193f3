import type { Api } from '@espalier/contract'
import type { GraphQLResolveInfo } from 'graphql'

import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import { askedFields } from '../../transport/graphql/selection.ts'
import type { GraphContext, Slice } from '../../transport/graphql/slice.ts'
import { callerOf } from './caller.ts'
import { cloneProject } from './clone-project.ts'
import { createProject } from './create-project.ts'
import { listProjects } from './list-projects.ts'
import { nodeLinksReader } from './node-links.ts'
import { projectPolicy, requireSignedIn, signedIn } from './policy.ts'
import { projectTypeDefs } from './project-type-defs.ts'
import { readTexts } from './project-texts.ts'
import { headViewFor, type ProjectView } from './project-view.ts'
import type { Quotas } from './quotas.ts'
import { findProject, recordOpening, requireAllowed, userIdOf } from './standing.ts'
import { leaveProject, type SharingOptions, updateProject } from './update-project.ts'
import type { Writes } from './writes.ts'

export interface ProjectsOptions extends SharingOptions {
  readonly database: Database
  readonly writes: Writes
  readonly quotas: Pick<Quotas, 'usageOf'>
  readonly audit: Audit
}

export function projectsSlice(options: ProjectsOptions): Slice {
  const { database, writes, quotas, audit } = options
  const linksOf = nodeLinksReader(database.pool)
  return {
    name: 'projects',
    typeDefs: projectTypeDefs,
    resolvers: {
      Query: {
        projects(_: unknown, { filter }: { filter?: Api.ProjectFilter | null }, { viewer, budget }, details) {
          const { person } = requireSignedIn(viewer, projectPolicy['projects.list'])
          const fields = askedFields(details)
          return listProjects(database, { userId: person.id, filter: filter ?? 'inbox', fields, budget })
        },
        async project(_: unknown, { id }: { id: string }, { viewer, budget, log }, details) {
          const found = await findProject(database.pool, viewer, id)
          const seen = requireAllowed(found, { viewer, rule: projectPolicy['project.read'], audit })
          await recordOpening(database.pool, seen, viewer, log)
          const { project } = seen
          const texts = await readTexts(database.pool, [project], { fields: askedFields(details), budget })
          return { ...(await headViewFor(database.db, project, userIdOf(viewer))), ...texts.get(project.id) }
        },
      },
      Account: {
        usage: (_: unknown, _args: unknown, { viewer, budget }: GraphContext) =>
          budget.inTurn(() => quotas.usageOf(database.pool, signedIn(viewer).person.id)),
      },
      Project: {
        nodeLinks: ({ id }: ProjectView, _args: unknown, context: GraphContext) => linksOf(id, context),
      },
      Mutation: {
        createProject: (_: unknown, { data }: { data: Api.ProjectInput }, context, field: GraphQLResolveInfo) =>
          createProject(writes, callerOf(context, field), data),
        updateProject: (_: unknown, args: { id: string; data: Api.ProjectUpdate }, context, field) =>
          updateProject(writes, callerOf(context, field), args, options),
        leaveProject: (_: unknown, { id }: { id: string }, context, field) =>
          leaveProject(writes, callerOf(context, field), id),
        cloneProject: (_: unknown, { id }: { id: string }, context, field) =>
          cloneProject(writes, callerOf(context, field), id),
      },
    },
  }
}
