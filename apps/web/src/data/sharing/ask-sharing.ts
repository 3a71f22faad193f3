import type { TypedDocumentNode } from '@apollo/client'
import { gql } from '../graphql/gql.ts'
import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'
import { type ListedProject, readListed, type SentListed } from '../projects/project.ts'

interface Variables {
  readonly id: string
  readonly sharing: Api.SharingInput
}

const sharingMutation: TypedDocumentNode<{ readonly updateProject: SentListed }, Variables> = gql`
  mutation UpdateSharing($id: ID!, $sharing: SharingInput!) {
    updateProject(id: $id, data: { sharing: $sharing }) {
      id
      title
      status
      completionStatus
      owner
      sharing {
        generalAccess
        users
      }
      seq
      updatedAt
    }
  }
`

/** Losing the right to share is told by the dialog: it is no reason to sign in anew. */
const ownCodes: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND']

export const updateSharing = (id: string, sharing: Api.SharingInput): Promise<ApiAnswer<ListedProject>> =>
  answerOf(async () => {
    const request = { variables: { id, sharing }, context: dealingWith(...ownCodes) }
    const { updateProject } = await apiClient().ask(sharingMutation, request)
    return readListed(updateProject)
  }, ownCodes)
