import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'

export type SentTitle = Pick<Api.Project, 'id' | 'title' | 'completionStatus'>

export const projectQuery: TypedDocumentNode<{ readonly project: SentTitle | null }, { readonly id: string }> = gql`
  query Project($id: ID!) {
    project(id: $id) {
      id
      title
      completionStatus
    }
  }
`

export type SentNode = Pick<Api.Node, 'id' | 'parentIds' | 'title' | 'status' | 'position'>

export const nodesQuery: TypedDocumentNode<{ readonly nodes: readonly SentNode[] }, { readonly projectId: string }> =
  gql`
    query Nodes($projectId: ID!) {
      nodes(projectId: $projectId) {
        id
        parentIds
        title
        status
        position
      }
    }
  `
