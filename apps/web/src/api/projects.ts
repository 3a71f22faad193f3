import type { Api } from '@espalier/schema'
import type { ProjectFilter } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import type { ApiResult } from './graphql/api-result.ts'
import { createProjectList, type ListedProject, type Project, type ProjectListState } from './project-list.ts'
import { auth, currentPersonId } from './session/session.ts'

export type { ApiResult, ApiFailure } from './graphql/api-result.ts'
export type { ProjectListState } from './project-list.ts'
export type { ListedProject, Project } from './project-list.ts'

// The GraphQL client is heavy: it comes with the first question.
const loadRequests = () => import('./projects-requests.ts')

const requestProjects = async (filter: ProjectFilter): Promise<ApiResult<readonly ListedProject[]>> =>
  (await loadRequests()).fetchProjects(filter)

/**
 * Returns NOT_FOUND when there is no such project or the caller may not know of it; the page itself shows no message
 * about it.
 */
export const fetchProject = async (id: string): Promise<ApiResult<Project>> => (await loadRequests()).fetchProject(id)

export const createProject = async (input: Api.ProjectInput): Promise<ApiResult<Project>> =>
  putInList(await (await loadRequests()).createProject(input))

export const updateProject = async (id: string, update: Api.ProjectUpdate): Promise<ApiResult<Project>> =>
  putInList(await (await loadRequests()).updateProject(id, update))

export const cloneProject = async (id: string): Promise<ApiResult<Project>> =>
  putInList(await (await loadRequests()).cloneProject(id))

export const importProject = async (epicKey: string): Promise<ApiResult<Project>> =>
  putInList(await (await loadRequests()).importProject(epicKey))

/** Also succeeds when the caller was not a member any more, because the outcome is the same. */
export async function leaveProject(id: string): Promise<ApiResult<boolean>> {
  const answer = await (await loadRequests()).leaveProject(id)
  const isOut = answer.ok || answer.code === 'NOT_FOUND'
  if (isOut) projectList.remove(id)
  return isOut ? { ok: true, value: true } : answer
}

/** Returns how many projects were deleted. */
export async function emptyTrash(): Promise<ApiResult<number>> {
  const answer = await (await loadRequests()).emptyTrash()
  if (answer.ok) projectList.clearTrash()
  return answer
}

/** This tab has one list per filter. */
export const projectList = createProjectList(requestProjects, currentPersonId)

function putInList(answer: ApiResult<Project>): ApiResult<Project> {
  if (answer.ok) projectList.put(answer.value)
  return answer
}

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

const sharingListeners = new Set<(project: ListedProject) => void>()

/** Calls the listener with the updated project after each sharing change made in this tab. */
export function onSharingChanged(listener: (project: ListedProject) => void): () => void {
  sharingListeners.add(listener)
  return () => sharingListeners.delete(listener)
}

// The GraphQL client is heavy: it comes with the first question.
export async function updateSharing(id: string, change: SharingChange): Promise<ApiResult<ListedProject>> {
  const answer = await (await import('./projects-requests.ts')).updateSharing(id, change)
  if (!answer.ok) return answer
  projectList.put(answer.value)
  for (const listener of sharingListeners) listener(answer.value)
  return answer
}
