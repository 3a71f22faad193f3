import { typeDefs } from '@espalier/schema/server'
import { getTokenProject } from '../../api/token-rights.ts'
import { type ApiSlice, readSelectedFields } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rates } from '../../ports/rates.ts'
import { type Branch, findViewerBranch, hideProject } from './branch-scope.ts'
import { readCaller } from './caller.ts'
import { cloneProject } from './clone-project.ts'
import { createProject } from './create-project.ts'
import { createNodeLinksReader } from './node-links.ts'
import { projectPolicy, requireAllowedPerson, requirePerson } from './policy.ts'
import { findProjectForViewer, getUserId, recordFirstOpening, requireProjectAccess } from './project-access.ts'
import { listProjects, type ProjectListRequest, readProjectHeadView, readRequestedTexts } from './project-view.ts'
import type { Quotas } from './quotas.ts'
import { leaveProject, type SharingOptions, updateProject } from './update-project.ts'
import type { Writes } from './writes.ts'

export interface ProjectsOptions extends SharingOptions {
  readonly database: Database
  readonly writes: Writes
  readonly quotas: Pick<Quotas, 'readUsage'>
  readonly audit: Audit
  /** Null means no limits. */
  readonly rates: Rates | null
}

export function projectsSlice(options: ProjectsOptions): ApiSlice {
  const { database, writes, quotas, audit } = options
  const readNodeLinks = createNodeLinksReader(database.pool)
  return {
    name: 'projects',
    typeDefs: typeDefs.projects,
    resolvers: {
      Query: {
        async projects(_, { filter }, { viewer, budget }, details) {
          const { person } = requireAllowedPerson(viewer, projectPolicy['projects.list'])
          const fields = readSelectedFields(details)
          const only = getTokenProject(viewer)
          const branch = await findViewerBranch(database.pool, viewer)
          const request = { userId: person.id, filter: filter ?? 'inbox', fields, budget, only } as const
          return branch === null ? listProjects(database, request) : listForBranch(database, request, branch)
        },
        async project(_, { id }, { viewer, budget, log }, details) {
          const found = await findProjectForViewer(database.pool, viewer, id)
          const access = requireProjectAccess(found, { viewer, rule: projectPolicy['project.read'], audit })
          await recordFirstOpening(database.pool, access, viewer, log)
          const { project, branch } = access
          const userId = getUserId(viewer)
          const texts = await readRequestedTexts(database.pool, [project], {
            userId,
            fields: readSelectedFields(details),
            budget,
          })
          const view = { ...(await readProjectHeadView(database.pool, project, userId)), ...texts.get(project.id) }
          return hideProject(branch, view)
        },
      },
      Account: {
        usage: (_, _args, { viewer, budget }) =>
          budget.inTurn(() => quotas.readUsage(database.pool, requirePerson(viewer).person.id)),
      },
      Project: {
        nodeLinks: ({ id }, _args, context) => readNodeLinks(id, context),
      },
      Mutation: {
        createProject: (_, { data }, context, field) => createProject(writes, readCaller(context, field), data),
        updateProject: (_, args, context, field) => updateProject(writes, readCaller(context, field), args, options),
        leaveProject: (_, { id }, context, field) => leaveProject(writes, readCaller(context, field), id),
        cloneProject: (_, { id }, context, field) => cloneProject(options, readCaller(context, field), id),
      },
    },
  }
}

/** The list of a program with one branch. Which lists the whole project is in must not tell what is outside. */
async function listForBranch(database: Database, request: ProjectListRequest, branch: Branch) {
  const { filter } = request
  const isByStatus = filter === 'todo' || filter === 'progress' || filter === 'done'
  const views = await listProjects(database, isByStatus ? { ...request, filter: 'inbox' } : request)
  const hidden = views.map((view) => hideProject(branch, view))
  return isByStatus ? hidden.filter(({ completionStatus }) => completionStatus === filter) : hidden
}
