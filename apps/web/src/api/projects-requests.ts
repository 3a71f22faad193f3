import type { Api } from '@espalier/schema'
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
import { type ApiResult, createApiFailure, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { type ListedProject, type Project, readListedProject, readProject } from './project-list.ts'
import { apiErrorTexts } from '../texts/api-errors.ts'

export const fetchProjects = async (filter: Api.ProjectFilter): Promise<ApiResult<readonly ListedProject[]>> =>
  mapApiResult(await sendOperation(projectsQuery, { filter }), ({ projects }) => projects.map(readListedProject))

const notFoundHandled = { context: handledByCaller('NOT_FOUND') }

export async function fetchProject(id: string): Promise<ApiResult<Project>> {
  const result = await sendOperation(projectQuery, { id }, notFoundHandled)
  if (!result.ok) return result
  const { project } = result.value
  return project === null
    ? createApiFailure('UNREACHABLE', apiErrorTexts.noProject)
    : { ok: true, value: readProject(project) }
}

export const createProject = async (data: Api.ProjectInput): Promise<ApiResult<Project>> =>
  mapApiResult(await sendOperation(createProjectMutation, { data }), (sent) => readProject(sent.createProject))

export const updateProject = async (id: string, data: Api.ProjectUpdate): Promise<ApiResult<Project>> =>
  mapApiResult(await sendOperation(updateProjectMutation, { id, data }), (sent) => readProject(sent.updateProject))

export const cloneProject = async (id: string): Promise<ApiResult<Project>> =>
  mapApiResult(await sendOperation(cloneProjectMutation, { id }), (sent) => readProject(sent.cloneProject))

export const importProject = async (externalProjectKey: string): Promise<ApiResult<Project>> =>
  mapApiResult(await sendOperation(importProjectMutation, { externalProjectKey }), (sent) =>
    readProject(sent.importProject),
  )

export const leaveProject = async (id: string): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(leaveProjectMutation, { id }, notFoundHandled), (sent) => sent.leaveProject)

export const emptyTrash = async (): Promise<ApiResult<number>> =>
  mapApiResult(await sendOperation(emptyTrashMutation, {}), (sent) => sent.emptyTrash)

/** The dialog reports a lost right to share; it is no reason to sign in again. */
const sharingHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND') }

export const updateSharing = async (id: string, sharing: Api.SharingInput): Promise<ApiResult<ListedProject>> =>
  mapApiResult(await sendOperation(updateSharingMutation, { id, sharing }, sharingHandled), (sent) =>
    readListedProject(sent.updateProject),
  )
