import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from './answer.ts'
import {
  cloneProjectMutation,
  createProjectMutation,
  emptyTrashMutation,
  importProjectMutation,
  projectQuery,
  projectsQuery,
  updateProjectMutation,
} from './documents.ts'
import { type ListedProject, type Project, readListed, readProject } from './project.ts'

async function ask<Sent, Variables extends OperationVariables>(
  query: TypedDocumentNode<Sent, Variables>,
  variables: Variables,
  ownCodes: readonly ErrorCode[] = [],
): Promise<Sent> {
  const { data } = await apiClient().query<Sent, OperationVariables>({
    query,
    variables,
    context: dealingWith(...ownCodes),
    fetchPolicy: 'no-cache',
  })
  if (data === undefined) throw new Error('The API answered a query with nothing')
  return data
}

async function change<Sent, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Sent, Variables>,
  variables: Variables,
): Promise<Sent> {
  const { data } = await apiClient().mutate<Sent, OperationVariables>({ mutation, variables, fetchPolicy: 'no-cache' })
  if (data === undefined || data === null) throw new Error('The API answered a mutation with nothing')
  return data
}

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
  answerOf(async () => readProject((await change(createProjectMutation, { data: input })).createProject))

export const updateProject = (id: string, update: Api.ProjectUpdate): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await change(updateProjectMutation, { id, data: update })).updateProject))

export const cloneProject = (id: string): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await change(cloneProjectMutation, { id })).cloneProject))

export const importProject = (externalProjectKey: string): Promise<ApiAnswer<Project>> =>
  answerOf(async () => readProject((await change(importProjectMutation, { externalProjectKey })).importProject))

export const emptyTrash = (): Promise<ApiAnswer<number>> =>
  answerOf(async () => (await change(emptyTrashMutation, {})).emptyTrash)
