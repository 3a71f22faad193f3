import type { Api } from '@espalier/contract'
import type { ProjectFilter } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import type { ApiAnswer } from './answer.ts'
import { auth, personId } from '../session/index.ts'
import { createProjectList, type ListState } from './project-list.ts'
import type { ListedProject, Project } from './project.ts'

export type { ApiAnswer, ApiFailure } from './answer.ts'
export type { ListState } from './project-list.ts'
export type { ListedProject, Project } from './project.ts'

// The GraphQL client is heavy: it comes with the first question.
const api = () => import('./ask-projects.ts')

const fetchProjects = async (filter: ProjectFilter): Promise<ApiAnswer<readonly ListedProject[]>> =>
  (await api()).fetchProjects(filter)

/** NOT_FOUND where there is none, or none that the caller may know of; the page says nothing about it by itself. */
export const fetchProject = async (id: string): Promise<ApiAnswer<Project>> => (await api()).fetchProject(id)

export const createProject = async (input: Api.ProjectInput): Promise<ApiAnswer<Project>> =>
  listed(await (await api()).createProject(input))

export const updateProject = async (id: string, update: Api.ProjectUpdate): Promise<ApiAnswer<Project>> =>
  listed(await (await api()).updateProject(id, update))

export const cloneProject = async (id: string): Promise<ApiAnswer<Project>> =>
  listed(await (await api()).cloneProject(id))

export const importProject = async (epicKey: string): Promise<ApiAnswer<Project>> =>
  listed(await (await api()).importProject(epicKey))

/** Also ok where the caller was not a member any more: what they want holds. */
export async function leaveProject(id: string): Promise<ApiAnswer<boolean>> {
  const answer = await (await api()).leaveProject(id)
  const isOut = answer.ok || answer.failure.code === 'NOT_FOUND'
  if (isOut) projectList.remove(id)
  return isOut ? { ok: true, value: true } : answer
}

/** Answers how many projects are gone. */
export async function emptyTrash(): Promise<ApiAnswer<number>> {
  const answer = await (await api()).emptyTrash()
  if (answer.ok) projectList.clearTrash()
  return answer
}

/** The lists of this tab, one a filter. */
export const projectList = createProjectList(fetchProjects, personId)

function listed(answer: ApiAnswer<Project>): ApiAnswer<Project> {
  if (answer.ok) projectList.put(answer.value)
  return answer
}

let person = personId()
auth.subscribe(() => {
  // Between two checks of the same session nobody is known; the list is theirs all the same.
  if (auth.get().kind === 'unknown') return
  const now = personId()
  if (now === person) return
  person = now
  projectList.forget()
})

/** A filter's list, asked for anew whenever its screen is opened. */
export function useProjectList(filter: ProjectFilter): ListState {
  const state = useSyncExternalStore(projectList.subscribe, () => projectList.get(filter))
  const forgotten = useSyncExternalStore(projectList.subscribe, projectList.forgotten)
  useEffect(() => {
    // What others have changed meanwhile shows when the person comes back to this tab.
    const look = () => {
      if (document.visibilityState === 'visible') void projectList.load(filter)
    }
    if (forgotten >= 0) void projectList.load(filter)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [filter, forgotten])
  return state
}
