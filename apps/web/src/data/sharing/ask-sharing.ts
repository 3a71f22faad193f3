import type { Api, ErrorCode } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiResult, toApiResult } from '../projects/answer.ts'
import { updateSharingMutation } from '../projects/documents.ts'
import { type ListedProject, readListedProject } from '../projects/project.ts'

/** Losing the right to share is told by the dialog: it is no reason to sign in anew. */
const sharingHandledCodes: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND']

export const updateSharing = (id: string, sharing: Api.SharingInput): Promise<ApiResult<ListedProject>> =>
  toApiResult(async () => {
    const request = { variables: { id, sharing }, context: dealingWith(...sharingHandledCodes) }
    const { updateProject } = await apiClient().ask(updateSharingMutation, request)
    return readListedProject(updateProject)
  }, sharingHandledCodes)
