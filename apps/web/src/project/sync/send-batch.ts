import type { ProjectId } from '@espalier/domain'
import type { Operation } from '@espalier/sync'
import { apiClient } from '../../api/graphql/api-client.ts'
import { ask, type Asked, type Said } from '../../api/graphql/ask.ts'
import { dealingWithAll, retriedByCaller } from '../../api/graphql/own-codes.ts'
import { pageHeaders } from '../../api/graphql/page-headers.ts'
import { mutationOf } from './requests.ts'

export interface EditBatch {
  readonly projectId: ProjectId
  readonly operations: readonly Operation[]
  readonly clientId: string
  /** Whose edits they are, whoever is signed in by now. */
  readonly personId: string | null
}

/**
 * Sends operations of one tab as one request. Their headers are named, although they are the usual ones: operations with
 * settings of their own are batched apart, and so never spread over two requests that could overtake each other.
 */
export const sendBatch = (batch: EditBatch): Promise<readonly Said[]> => Promise.all(mutationsOf(batch).map(ask))

/** The page goes: nobody waits for the answer, and what was not done is sent again from this device. */
export const sendBatchOnLeaving = (batch: EditBatch): void => apiClient().sendOnLeaving(mutationsOf(batch))

function mutationsOf({ projectId, operations, clientId, personId }: EditBatch): readonly Asked[] {
  const headers = pageHeaders({ clientId, personId })
  const context = { ...dealingWithAll, ...retriedByCaller, headers }
  return operations.map(({ id, request }) => ({ ...mutationOf(projectId, request), context, operationId: id }))
}
