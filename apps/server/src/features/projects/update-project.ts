import type { Api } from '@espalier/schema'
import {
  canAdminister,
  canEdit,
  canLeave,
  canShare,
  changeProjectStatus,
  diffNode,
  isLeaveRequest,
  type Layout,
  type Permission,
  type ProjectDefinitions,
  type ProjectStatus,
  sameValue,
} from '@espalier/domain'
import { markProjectOpened, type ProjectValues } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { changeJiraFields, listSyncedFields, toJiraFieldColumns } from './jira-fields.ts'
import { accessError, type AccessRule, projectPolicy } from './policy.ts'
import {
  badInputError,
  readLayout,
  readProjectTitle,
  sanitizeBody,
  sanitizeProjectJson,
  toJsonColumn,
} from './project-input.ts'
import { changeLists, changesEditorsLists, changesViews, changeViews } from './project-lists.ts'
import { type ProjectView, readProjectView } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import { removeFormerUses } from './remove-uses.ts'
import { rereadProject } from './reread-answers.ts'
import {
  applySharing,
  type FindKnownPeople,
  mailAddedPeople,
  type PreparedSharing,
  prepareSharing,
  type ShareMailOptions,
} from './share-project.ts'
import type { Caller, Writes, WriteTransaction } from './writes.ts'

/** A project's own fields as in the log. */
type ProjectFields = Readonly<Record<string, unknown>>

export interface SharingOptions extends ShareMailOptions {
  readonly findKnownPeople: FindKnownPeople
}

export async function updateProject(
  writes: Writes,
  caller: Caller,
  { id, data }: { readonly id: string; readonly data: Api.ProjectUpdate },
  options: SharingOptions,
): Promise<ProjectView> {
  const fields = await readProjectFields(data)
  const sharing = data.sharing == null ? null : await prepareSharing(caller, data.sharing, options.findKnownPeople)
  const { hasAccess: hasProductAccess, person } = caller.viewer
  const isPlain = Object.keys(fields).length === 0 && data.status == null && !changesEditorsLists(data)
  const savesViews = isPlain && data.sharing == null && changesViews(data)
  const leaves = isPlain && !changesViews(data) && isLeaveRequest(data.sharing ?? {}, person.id)
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(id, chooseRule({ leaves, savesViews }))
      const status = readProjectStatus(write, data.status)
      const access = { role: write.role, status, hasProductAccess }
      const changesFields = Object.keys(fields).length > 0 || changesEditorsLists(data)
      if (changesFields && !canEdit(access)) throw accessError('FORBIDDEN')
      const isLeaving = leaves && canLeave(access)
      if (sharing !== null && !isLeaving && !maySetSharing(sharing, write, access)) throw accessError('FORBIDDEN')
      const shared = sharing === null ? noChanges : await shareAndNotify(work, write, caller, sharing, options)
      const changed = changeProjectColumns(work, write, {
        ...fields,
        ...changeLists(data, write.definitions),
        ...changeJiraFields(write.project, data.integrationSettings?.jiraFields),
        ...(data.estimateUnit != null && { estimateUnit: data.estimateUnit }),
        status,
      })
      const viewed = saveViews(write, data, { userId: person.id, canEdit: canEdit(access) })
      logProjectChange(
        write,
        { ...changed.before, ...viewed, ...shared.before },
        { ...changed.after, ...viewed, ...shared.after },
      )
      await removeFormerUses(write)
      return readProjectView(work.tx.client, await work.finish(write), person.id)
    },
    { projectId: id },
    rereadProject,
  )
}

function chooseRule({ leaves, savesViews }: { readonly leaves: boolean; readonly savesViews: boolean }): AccessRule {
  if (savesViews) return projectPolicy['project.saveViews']
  return projectPolicy[leaves ? 'project.leaveByUpdate' : 'project.update']
}

/** The log says only that views changed, because members read it and views may be private. */
function saveViews(
  write: ProjectWrite,
  data: Api.ProjectUpdate,
  by: { readonly userId: string; readonly canEdit: boolean },
): ProjectFields {
  const views = changeViews(data, { present: write.project.views, ...by })
  if (views === null || sameValue(views, write.project.views)) return {}
  write.setColumns({ views: JSON.stringify(views) })
  return { views: true }
}

/** Only the owner decides whether editors may share. */
function maySetSharing(
  { input }: PreparedSharing,
  { project }: ProjectWrite,
  access: Parameters<typeof canShare>[0],
): boolean {
  if (input.editorsMayShare != null && !canAdminister(access)) return false
  return canShare(access, { editorsMayShare: project.editors_may_share })
}

/** Removes the caller from another person's project. */
export const leaveProject = (writes: Writes, caller: Caller, id: string): Promise<boolean> =>
  writes.run(
    caller,
    async (work) => {
      const write = await work.open(id, projectPolicy['project.leave'])
      const input = { changes: { [caller.viewer.person.id]: null } }
      const { before, after } = await applySharing(work, write, { input, people: new Map() })
      logProjectChange(write, before, after)
      return true
    },
    { projectId: id },
  )

/** Adds a person who accepted an invitation, or raises their role. Having accepted, they count as having opened it. */
export async function addInvitedMember(
  work: WriteTransaction,
  write: ProjectWrite,
  { person, role }: { readonly person: Person; readonly role: Permission },
): Promise<void> {
  const people = new Map([[person.id, person]])
  const { before, after } = await applySharing(work, write, { input: { changes: { [person.id]: role } }, people })
  logProjectChange(write, before, after)
  await markProjectOpened(write.tx.client, write.project.id, person.id)
}

/** Omitted fields, and null fields for which null has no meaning, stay unchanged. */
async function readProjectFields({
  title,
  body,
  layout,
  json,
  integrationSettings,
  viewersMayComment,
}: Api.ProjectUpdate): Promise<ProjectFields> {
  return {
    ...(title != null && { title: readProjectTitle(title) }),
    ...(body != null && { body: await sanitizeBody(body) }),
    ...(layout != null && { layout: readLayout(layout) }),
    ...(json !== undefined && { json: await sanitizeProjectJson(json) }),
    ...(integrationSettings?.jiraSync != null && { jiraSync: integrationSettings.jiraSync }),
    ...(viewersMayComment != null && { viewersMayComment }),
  }
}

function readProjectStatus({ project, role }: ProjectWrite, wanted: ProjectStatus | null | undefined): ProjectStatus {
  const moved = changeProjectStatus(role, project.status, wanted ?? project.status)
  if (moved.ok) return moved.value
  throw moved.reason === 'not-allowed'
    ? accessError('FORBIDDEN')
    : badInputError(projectErrorTexts.restoreFirst, 'status')
}

/** Only the fields that differ. */
interface ChangedFields {
  readonly before: ProjectFields
  readonly after: ProjectFields
}

const noChanges: ChangedFields = { before: {}, after: {} }

function logProjectChange(write: ProjectWrite, before: ProjectFields, after: ProjectFields): void {
  if (Object.keys(after).length > 0) write.logChange('project-updated', { project: after }, { project: before })
}

/** Returns the fields that differ. */
function changeProjectColumns(
  work: WriteTransaction,
  write: ProjectWrite,
  wanted: ProjectFields & { readonly status: ProjectStatus },
): ChangedFields {
  const { title, body, layout, json, status } = write.project
  const { jira_sync: jiraSync, jira_estimate: jiraEstimate, jira_links: jiraLinks } = write.project
  const own = { title, body, layout, json, status, viewersMayComment: write.project.viewers_may_comment }
  const jira = { jiraSync, jiraFields: listSyncedFields(write.project), jiraEstimate, jiraLinks }
  const present = { ...own, ...jira, ...write.definitions }
  const changed = diffNode(write.project.id, present, wanted) ?? noChanges
  write.setColumns(toProjectColumns(changed.after, work.at))
  write.setDefinitions(pickDefinitions(changed.after))
  if ('status' in changed.after && (status === 'deleted' || wanted.status === 'deleted')) {
    const kind = status === 'deleted' ? 'project-restored' : 'project-deleted'
    work.audit({ kind, projectId: write.project.id, userId: write.project.owner })
  }
  return changed
}

const definitionNames = ['tags', 'stages', 'fieldDefinitions', 'estimateUnit'] as const

const pickDefinitions = (fields: ProjectFields): Partial<ProjectDefinitions> =>
  Object.fromEntries(definitionNames.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

function toProjectColumns(fields: ProjectFields, at: Date): ProjectValues {
  const { title, body, layout, jiraSync, json, status, viewersMayComment } = fields
  return {
    ...toJiraFieldColumns(fields),
    ...(title !== undefined && { title: String(title) }),
    ...(body !== undefined && { body: String(body) }),
    ...(layout !== undefined && { layout: layout as Layout }),
    ...(json !== undefined && { json: toJsonColumn(json) }),
    ...(typeof jiraSync === 'boolean' && { jira_sync: jiraSync }),
    ...(typeof viewersMayComment === 'boolean' && { viewers_may_comment: viewersMayComment }),
    ...(status !== undefined && {
      status: status as ProjectStatus,
      deleted_at: status === 'deleted' ? at : null,
    }),
  }
}

/** Restores former fields of the project, which were validated when they were stored. */
export async function restoreProjectFields(
  work: WriteTransaction,
  write: ProjectWrite,
  former: ProjectFields,
): Promise<void> {
  const { before, after } = changeProjectColumns(work, write, { ...former, status: write.project.status })
  logProjectChange(write, before, after)
  await removeFormerUses(write)
}

async function shareAndNotify(
  work: WriteTransaction,
  write: ProjectWrite,
  caller: Caller,
  step: PreparedSharing,
  options: SharingOptions,
) {
  const { before, after, addedIds } = await applySharing(work, write, step)
  await mailAddedPeople(write, caller, { ...step, addedIds }, options)
  return { before, after }
}
