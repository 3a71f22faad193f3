import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'

export type SentPlanProject = Pick<Api.Project, 'id' | 'title' | 'completionStatus'>

export const planProjectQuery: TypedDocumentNode<{ readonly project: SentPlanProject | null }, { readonly id: string }> = gql`
  query Project($id: ID!) {
    project(id: $id) {
      id
      title
      completionStatus
    }
  }
`

export type SentPlanNode = Pick<Api.Node, 'id' | 'parentIds' | 'title' | 'status' | 'position'>

export const planNodesQuery: TypedDocumentNode<{ readonly nodes: readonly SentPlanNode[] }, { readonly projectId: string }> =
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
