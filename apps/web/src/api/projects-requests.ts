import type { Api, ErrorCode } from '@espalier/schema'
import { apiClient } from './graphql/api-client.ts'
import { gql, type TypedDocumentNode, type Variables } from './graphql/gql.ts'
import { dealingWith } from './graphql/own-codes.ts'
import { type ApiResult, toApiResult } from './api-result.ts'
import {
  type ListedProject,
  type Project,
  readListedProject,
  readProject,
  type SentFullProject,
  type SentListedProject,
} from './project-list.ts'

const listedFields = gql`
  fragment ListedFields on Project {
    id
    title
    status
    completionStatus
    owner
    sharing {
      generalAccess
      users
      editorsMayShare
    }
    seq
    updatedAt
  }
`

const projectFields = gql`
  fragment ProjectFields on Project {
    ...ListedFields
    body
    layout
    json
  }
  ${listedFields}
`

interface ById {
  readonly id: string
}

const projectsQuery: TypedDocumentNode<
  { readonly projects: readonly SentListedProject[] },
  { readonly filter: Api.ProjectFilter }
> = gql`
  query Projects($filter: ProjectFilter!) {
    projects(filter: $filter) {
      ...ListedFields
    }
  }
  ${listedFields}
`

const projectQuery: TypedDocumentNode<{ readonly project: SentFullProject | null }, ById> = gql`
  query Project($id: ID!) {
    project(id: $id) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

const createProjectMutation: TypedDocumentNode<
  { readonly createProject: SentFullProject },
  { readonly data: Api.ProjectInput }
> = gql`
  mutation CreateProject($data: ProjectInput!) {
    createProject(data: $data) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

const updateProjectMutation: TypedDocumentNode<
  { readonly updateProject: SentFullProject },
  { readonly id: string; readonly data: Api.ProjectUpdate }
> = gql`
  mutation UpdateProject($id: ID!, $data: ProjectUpdate!) {
    updateProject(id: $id, data: $data) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

const cloneProjectMutation: TypedDocumentNode<{ readonly cloneProject: SentFullProject }, ById> = gql`
  mutation CloneProject($id: ID!) {
    cloneProject(id: $id) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

const importProjectMutation: TypedDocumentNode<
  { readonly importProject: SentFullProject },
  { readonly externalProjectKey: string }
> = gql`
  mutation ImportProject($externalProjectKey: String!) {
    importProject(externalProjectKey: $externalProjectKey) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

const leaveProjectMutation: TypedDocumentNode<{ readonly leaveProject: boolean }, ById> = gql`
  mutation LeaveProject($id: ID!) {
    leaveProject(id: $id)
  }
`

const emptyTrashMutation: TypedDocumentNode<{ readonly emptyTrash: number }, Record<string, never>> = gql`
  mutation EmptyTrash {
    emptyTrash
  }
`

const updateSharingMutation: TypedDocumentNode<
  { readonly updateProject: SentListedProject },
  { readonly id: string; readonly sharing: Api.SharingInput }
> = gql`
  mutation UpdateSharing($id: ID!, $sharing: SharingInput!) {
    updateProject(id: $id, data: { sharing: $sharing }) {
      ...ListedFields
    }
  }
  ${listedFields}
`

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
  toApiResult(async () =>
    readProject((await sendOperation(importProjectMutation, { externalProjectKey })).importProject),
  )

export const leaveProject = (id: string): Promise<ApiResult<boolean>> =>
  toApiResult(
    async () => (await sendOperation(leaveProjectMutation, { id }, notFoundCodes)).leaveProject,
    notFoundCodes,
  )

export const emptyTrash = (): Promise<ApiResult<number>> =>
  toApiResult(async () => (await sendOperation(emptyTrashMutation, {})).emptyTrash)

/** Losing the right to share is told by the dialog: it is no reason to sign in anew. */
const sharingHandledCodes: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND']

export const updateSharing = (id: string, sharing: Api.SharingInput): Promise<ApiResult<ListedProject>> =>
  toApiResult(async () => {
    const request = { variables: { id, sharing }, context: dealingWith(...sharingHandledCodes) }
    const { updateProject } = await apiClient().ask(updateSharingMutation, request)
    return readListedProject(updateProject)
  }, sharingHandledCodes)
