import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import type { TypedDocumentNode, Variables } from '../graphql/gql.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiResult, toApiResult } from './answer.ts'
import {
  cloneProjectMutation,
  createProjectMutation,
  emptyTrashMutation,
  importProjectMutation,
  leaveProjectMutation,
  projectQuery,
  projectsQuery,
  updateProjectMutation,
} from './documents.ts'
import { type ListedProject, type Project, readListedProject, readProject } from './project.ts'

const sendOperation = <Sent, Given extends Variables>(
  document: TypedDocumentNode<Sent, Given>,
  variables: Given,
  ownCodes: readonly ErrorCode[] = [],
): Promise<Sent> => apiClient().ask(document, { variables, context: dealingWith(...ownCodes) })

export const fetchProjects = (filter: Api.ProjectFilter): Promise<ApiResult<readonly ListedProject[]>> =>
  toApiResult(async () => (await sendOperation(projectsQuery, { filter })).projects.map(readListedProject))

const notFoundCodes: readonly ErrorCode[] = ['NOT_FOUND']

export const fetchProject = (id: string): Promise<ApiResult<Project>> =>
  toApiResult(async () => {
    const { project } = await sendOperation(projectQuery, { id }, notFoundCodes)
    if (project === null) throw new Error('The API answered without a project and without a reason')
    return readProject(project)
  }, notFoundCodes)

export const createProject = (input: Api.ProjectInput): Promise<ApiResult<Project>> =>
  toApiResult(async () => readProject((await sendOperation(createProjectMutation, { data: input })).createProject))

export const updateProject = (id: string, update: Api.ProjectUpdate): Promise<ApiResult<Project>> =>
  toApiResult(async () => readProject((await sendOperation(updateProjectMutation, { id, data: update })).updateProject))

export const cloneProject = (id: string): Promise<ApiResult<Project>> =>
  toApiResult(async () => readProject((await sendOperation(cloneProjectMutation, { id })).cloneProject))

export const importProject = (externalProjectKey: string): Promise<ApiResult<Project>> =>
  toApiResult(async () => readProject((await sendOperation(importProjectMutation, { externalProjectKey })).importProject))

export const leaveProject = (id: string): Promise<ApiResult<boolean>> =>
  toApiResult(async () => (await sendOperation(leaveProjectMutation, { id }, notFoundCodes)).leaveProject, notFoundCodes)

export const emptyTrash = (): Promise<ApiResult<number>> =>
  toApiResult(async () => (await sendOperation(emptyTrashMutation, {})).emptyTrash)
