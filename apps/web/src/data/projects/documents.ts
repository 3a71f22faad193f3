import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import type { Api } from '@espalier/contract'
import type { SentListedProject, SentFullProject } from './project.ts'

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

export const projectsQuery: TypedDocumentNode<
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

export const projectQuery: TypedDocumentNode<{ readonly project: SentFullProject | null }, ById> = gql`
  query Project($id: ID!) {
    project(id: $id) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

export const createProjectMutation: TypedDocumentNode<
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

export const updateProjectMutation: TypedDocumentNode<
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

export const cloneProjectMutation: TypedDocumentNode<{ readonly cloneProject: SentFullProject }, ById> = gql`
  mutation CloneProject($id: ID!) {
    cloneProject(id: $id) {
      ...ProjectFields
    }
  }
  ${projectFields}
`

export const importProjectMutation: TypedDocumentNode<
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

export const leaveProjectMutation: TypedDocumentNode<{ readonly leaveProject: boolean }, ById> = gql`
  mutation LeaveProject($id: ID!) {
    leaveProject(id: $id)
  }
`

export const emptyTrashMutation: TypedDocumentNode<{ readonly emptyTrash: number }, Record<string, never>> = gql`
  mutation EmptyTrash {
    emptyTrash
  }
`

export const updateSharingMutation: TypedDocumentNode<
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
