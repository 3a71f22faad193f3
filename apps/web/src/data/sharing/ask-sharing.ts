import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'
import { sharingMutation } from '../projects/documents.ts'
import { type ListedProject, readListed } from '../projects/project.ts'

/** Losing the right to share is told by the dialog: it is no reason to sign in anew. */
const ownCodes: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND']

export const updateSharing = (id: string, sharing: Api.SharingInput): Promise<ApiAnswer<ListedProject>> =>
  answerOf(async () => {
    const request = { variables: { id, sharing }, context: dealingWith(...ownCodes) }
    const { updateProject } = await apiClient().ask(sharingMutation, request)
    return readListed(updateProject)
  }, ownCodes)
