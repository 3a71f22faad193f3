import { gql, type TypedDocumentNode } from '@apollo/client'
import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'

/** What a list shows of a node. */
export type ListedNode = Pick<
  Api.Node,
  'id' | 'parentIds' | 'projectLink' | 'title' | 'body' | 'status' | 'position'
> & { readonly style: Pick<Api.NodeStyle, 'backgroundColor'> }

const nodesQuery: TypedDocumentNode<{ readonly nodes: readonly ListedNode[] }, { readonly projectId: string }> = gql`
  query Nodes($projectId: ID!) {
    nodes(projectId: $projectId) {
      id
      parentIds
      projectLink
      title
      body
      status
      position
      style {
        backgroundColor
      }
    }
  }
`

const ownCodes: readonly ErrorCode[] = ['NOT_FOUND']

/** The living nodes of a project, in no order. */
export const fetchNodes = (projectId: string): Promise<ApiAnswer<readonly ListedNode[]>> =>
  answerOf(async () => {
    const { data } = await apiClient().query({
      query: nodesQuery,
      variables: { projectId },
      context: dealingWith(...ownCodes),
      fetchPolicy: 'no-cache',
    })
    if (data === undefined) throw new Error('The API answered a query with nothing')
    return data.nodes
  }, ownCodes)
