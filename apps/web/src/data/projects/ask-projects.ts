import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import type { TypedDocumentNode, Variables } from '../graphql/gql.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from './answer.ts'
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
import { type ListedProject, type Project, readListed, readProject } from './project.ts'

const ask = <Sent, Given extends Variables>(
  document: TypedDocumentNode<Sent, Given>,
  variables: Given,
  ownCodes: readonly ErrorCode[] = [],
): Promise<Sent> => apiClient().ask(document, { variables, context: dealingWith(...ownCodes) })

export const fetchProjects = (filter: Api.ProjectFilter): Promise<ApiAnswer<readonly ListedProject[]>> =>
  answerOf(async () => (await ask(projectsQuery, { filter })).projects.map(readListed))

const missing: readonly ErrorCode[] = ['NOT_FOUND']

export const fetchProject = (id: string): Promise<ApiAnswer<Project>> =>
  answerOf(async () => {
    const { project } = await ask(projectQuery, { id }, missing)
    if (project === null) throw new Error('The API answered without a project and without a reason')
    return readProject(project)
  }, missing)

export const createProject = (input: Api.ProjectInput): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await ask(createProjectMutation, { data: input })).createProject))

export const updateProject = (id: string, update: Api.ProjectUpdate): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await ask(updateProjectMutation, { id, data: update })).updateProject))

export const cloneProject = (id: string): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await ask(cloneProjectMutation, { id })).cloneProject))

export const importProject = (externalProjectKey: string): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await ask(importProjectMutation, { externalProjectKey })).importProject))

export const leaveProject = (id: string): Promise<ApiAnswer<boolean>> =>
  answerOf(async () => (await ask(leaveProjectMutation, { id }, missing)).leaveProject, missing)

export const emptyTrash = (): Promise<ApiAnswer<number>> =>
  answerOf(async () => (await ask(emptyTrashMutation, {})).emptyTrash)
