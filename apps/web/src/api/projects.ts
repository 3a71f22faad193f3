import type { Api } from '@espalier/schema'
import type { ProjectFilter } from '@espalier/domain'
import {
  cloneProjectMutation,
  createProjectMutation,
  emptyTrashMutation,
  importProjectMutation,
  leaveProjectMutation,
  projectQuery,
  projectsQuery,
  updateProjectMutation,
  updateSharingMutation,
} from '@espalier/schema/documents/projects'
import { useEffect, useSyncExternalStore } from 'react'
import { openDevice, startCopy } from './device-storage.ts'
import { type ApiResult, createApiFailure, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import {
  type ListedProject,
  type Project,
  projectChanges,
  readListedProject,
  readProject,
  type SentFullProject,
} from './listed-project.ts'
import { createProjectList, type ProjectListState } from './project-list.ts'
import { auth, currentPersonId } from './session/session.ts'
import { apiErrorTexts } from '../texts/api-errors.ts'

export type { ApiResult, ApiFailure } from './graphql/api-result.ts'
export type { ProjectListState } from './project-list.ts'
export type { ListedProject, Project } from './listed-project.ts'

const fetchProjects = async (filter: ProjectFilter): Promise<ApiResult<readonly ListedProject[]>> =>
  mapApiResult(await sendOperation(projectsQuery, { filter }), ({ projects }) => projects.map(readListedProject))

const notFoundHandled = { context: handledByCaller('NOT_FOUND') }

/**
 * Returns NOT_FOUND when there is no such project or the caller may not know of it; the page itself shows no message
 * about it.
 */
export async function fetchProject(id: string): Promise<ApiResult<Project>> {
  const result = await sendOperation(projectQuery, { id }, notFoundHandled)
  if (!result.ok) return result
  const { project } = result.value
  return project === null
    ? createApiFailure('UNREACHABLE', apiErrorTexts.noProject)
    : { ok: true, value: readProject(project) }
}

/** Reads the changed project from an answer and notifies the lists of it. */
function readChanged<Sent>(result: ApiResult<Sent>, read: (sent: Sent) => SentFullProject): ApiResult<Project> {
  const changed = mapApiResult(result, (sent) => readProject(read(sent)))
  if (changed.ok) projectChanges.notify(changed.value)
  return changed
}

export const createProject = async (data: Api.ProjectInput): Promise<ApiResult<Project>> =>
  readChanged(await sendOperation(createProjectMutation, { data }), (sent) => sent.createProject)

export const updateProject = async (id: string, data: Api.ProjectUpdate): Promise<ApiResult<Project>> =>
  readChanged(await sendOperation(updateProjectMutation, { id, data }), (sent) => sent.updateProject)

export const cloneProject = async (id: string): Promise<ApiResult<Project>> =>
  readChanged(await sendOperation(cloneProjectMutation, { id }), (sent) => sent.cloneProject)

export const importProject = async (externalProjectKey: string): Promise<ApiResult<Project>> =>
  readChanged(await sendOperation(importProjectMutation, { externalProjectKey }), (sent) => sent.importProject)

/** Also succeeds when the caller was not a member any more, because the outcome is the same. */
export async function leaveProject(id: string): Promise<ApiResult<boolean>> {
  const answer = await sendOperation(leaveProjectMutation, { id }, notFoundHandled)
  if (!answer.ok && answer.code !== 'NOT_FOUND') return answer
  projectList.remove(id)
  return { ok: true, value: true }
}

/** Returns how many projects were deleted. */
export async function emptyTrash(): Promise<ApiResult<number>> {
  const answer = mapApiResult(await sendOperation(emptyTrashMutation, {}), (sent) => sent.emptyTrash)
  if (answer.ok) projectList.clearTrash()
  return answer
}

const copiedLists: Parameters<typeof createProjectList>[2] = {
  async read(filter) {
    try {
      const { copy } = await openDevice(currentPersonId())
      const list = await copy?.readList(filter)
      return Array.isArray(list) ? (list as readonly ListedProject[]) : null
    } catch {
      return null
    }
  },
  write: (filter, projects) =>
    void startCopy(currentPersonId())
      .then((copy) => copy?.writeList(filter, projects))
      // The list works without a copy.
      .catch(() => undefined),
}

/** This tab has one list per filter. */
export const projectList = createProjectList(fetchProjects, currentPersonId, copiedLists)
projectChanges.add(projectList.put)

let lastPersonId = currentPersonId()
auth.subscribe(() => {
  // The person is unknown during a session check, but the list still belongs to them.
  if (auth.get().kind === 'unknown') return
  const now = currentPersonId()
  if (now === lastPersonId) return
  lastPersonId = now
  projectList.clear()
})

/** Returns a filter's list and refetches it whenever its screen is opened. */
export function useProjectList(filter: ProjectFilter): ProjectListState {
  const state = useSyncExternalStore(projectList.subscribe, () => projectList.get(filter))
  const forgotten = useSyncExternalStore(projectList.subscribe, projectList.clearCount)
  useEffect(() => {
    // Changes by others appear when the person returns to this tab.
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') void projectList.load(filter)
    }
    if (forgotten >= 0) void projectList.load(filter)
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => document.removeEventListener('visibilitychange', reloadIfVisible)
  }, [filter, forgotten])
  return state
}

/** Contains only what changes, because the whole map would undo what others have shared meanwhile. */
export type SharingChange = Omit<Api.SharingInput, 'users'>

/** The dialog reports a lost right to share; it is no reason to sign in again. */
const sharingHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND') }

export async function updateSharing(id: string, sharing: SharingChange): Promise<ApiResult<ListedProject>> {
  const result = await sendOperation(updateSharingMutation, { id, sharing }, sharingHandled)
  const changed = mapApiResult(result, (sent) => readListedProject(sent.updateProject))
  if (changed.ok) projectChanges.notify(changed.value)
  return changed
}
