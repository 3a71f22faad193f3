import type { Api } from '@espalier/contract'
import {
  canAdminister,
  canEdit,
  canLeave,
  canShare,
  diffNode,
  isLeaveRequest,
  moveProjectStatus,
  type ProjectStatus,
} from '@espalier/domain'

import type { ProjectValues } from '../../database/projects.ts'
import { projectPolicy, refusalOf } from './policy.ts'
import { badInput, jsonColumn, readBody, readJson, readLayout, readTitle } from './project-input.ts'
import { type ProjectView, viewFor } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import { mailAdded, type ShareMailOptions } from './share-mail.ts'
import { applySharing, prepareSharing, type FindKnownPeople, type SharingStep } from './share-project.ts'
import type { Caller, Work, Writes } from './writes.ts'

/** A project's own fields, as the log has them. */
type Fields = Readonly<Record<string, unknown>>

export interface SharingOptions extends ShareMailOptions {
  readonly findKnownPeople: FindKnownPeople
}

export async function updateProject(
  writes: Writes,
  caller: Caller,
  { id, data }: { readonly id: string; readonly data: Api.ProjectUpdate },
  options: SharingOptions,
): Promise<ProjectView> {
  const fields = await readFields(data)
  const sharing = data.sharing == null ? null : await prepareSharing(caller, data.sharing, options.findKnownPeople)
  const { hasAccess: hasProductAccess, person } = caller.viewer
  const leaves =
    Object.keys(fields).length === 0 && data.status == null && isLeaveRequest(data.sharing ?? {}, person.id)
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(id, projectPolicy[leaves ? 'project.leaveByUpdate' : 'project.update'])
      const status = readStatus(write, data.status)
      const standpoint = { role: write.role, status, hasProductAccess }
      if (Object.keys(fields).length > 0 && !canEdit(standpoint)) throw refusalOf('FORBIDDEN')
      const isLeaving = leaves && canLeave(standpoint)
      if (sharing !== null && !isLeaving && !maySetSharing(sharing, write, standpoint)) throw refusalOf('FORBIDDEN')
      const shared = sharing === null ? unchanged : await share(work, write, caller, sharing, options)
      const changed = changeColumns(work, write, { ...fields, status })
      noteProject(write, { ...changed.before, ...shared.before }, { ...changed.after, ...shared.after })
      return viewFor(work.tx.db, await work.finish(write), person.id)
    },
    { projectId: id },
  )
}

/** Whether editors may share is the owner's to decide. */
function maySetSharing(
  { input }: SharingStep,
  { project }: ProjectWrite,
  standpoint: Parameters<typeof canShare>[0],
): boolean {
  if (input.editorsMayShare != null && !canAdminister(standpoint)) return false
  return canShare(standpoint, { editorsMayShare: project.editors_may_share })
}

/** Takes the caller out of a project of somebody else. */
export const leaveProject = (writes: Writes, caller: Caller, id: string): Promise<boolean> =>
  writes.run(
    caller,
    async (work) => {
      const write = await work.open(id, projectPolicy['project.leave'])
      const input = { changes: { [caller.viewer.person.id]: null } }
      const { before, after } = await applySharing(work, write, { input, people: new Map() })
      noteProject(write, before, after)
      return true
    },
    { projectId: id },
  )

/** What was left out, or is null where null means nothing, stays. */
async function readFields({ title, body, layout, json, integrationSettings }: Api.ProjectUpdate): Promise<Fields> {
  return {
    ...(title != null && { title: readTitle(title) }),
    ...(body != null && { body: await readBody(body) }),
    ...(layout != null && { layout: readLayout(layout) }),
    ...(json !== undefined && { json: await readJson(json) }),
    ...(integrationSettings?.jiraSync != null && { jiraSync: integrationSettings.jiraSync }),
  }
}

function readStatus({ project, role }: ProjectWrite, wanted: ProjectStatus | null | undefined): ProjectStatus {
  const moved = moveProjectStatus(role, project.status, wanted ?? project.status)
  if (moved.ok) return moved.value
  throw moved.reason === 'not-allowed' ? refusalOf('FORBIDDEN') : badInput('Restore the project first', 'status')
}

/** Only what is not as it was. */
interface ChangedFields {
  readonly before: Fields
  readonly after: Fields
}

const unchanged: ChangedFields = { before: {}, after: {} }

function noteProject(write: ProjectWrite, before: Fields, after: Fields): void {
  if (Object.keys(after).length > 0) write.note('project-updated', { project: after }, { project: before })
}

/** Answers the fields that are not as they were. */
function changeColumns(
  work: Work,
  write: ProjectWrite,
  wanted: Fields & { readonly status: ProjectStatus },
): ChangedFields {
  const { title, body, layout, json, jira_sync: jiraSync, status } = write.project
  const changed = diffNode(write.project.id, { title, body, layout, json, jiraSync, status }, wanted) ?? unchanged
  write.setColumns(columnsOf(changed.after, work.at))
  if ('status' in changed.after && (status === 'deleted' || wanted.status === 'deleted')) {
    const kind = status === 'deleted' ? 'project-restored' : 'project-deleted'
    work.audit({ kind, projectId: write.project.id, userId: write.project.owner })
  }
  return changed
}

function columnsOf({ jiraSync, json, status, ...same }: Fields, at: Date): ProjectValues {
  return {
    ...same,
    ...(json !== undefined && { json: jsonColumn(json) }),
    ...(typeof jiraSync === 'boolean' && { jira_sync: jiraSync }),
    ...(status !== undefined && {
      status: status as ProjectStatus,
      deleted_at: status === 'deleted' ? at : null,
    }),
  }
}

/** Fields of the project as they once were: what passed the gate then need not pass it again. */
export function restoreProject(work: Work, write: ProjectWrite, former: Fields): void {
  const { before, after } = changeColumns(work, write, { ...former, status: write.project.status })
  noteProject(write, before, after)
}

async function share(work: Work, write: ProjectWrite, caller: Caller, step: SharingStep, options: SharingOptions) {
  const { before, after, addedIds } = await applySharing(work, write, step)
  await mailAdded(write, caller, { ...step, addedIds }, options)
  return { before, after }
}
