import type { ProjectId } from '@espalier/domain'
import type { Operation } from '@espalier/replica'
import { dealingWithAll, retriedByCaller } from '../graphql/own-codes.ts'
import { ask, type Said } from './ask.ts'
import { mutationOf } from './requests.ts'

/**
 * Sends operations of one tab as one request. Their header is named, although it is the usual one: operations with
 * settings of their own are batched apart, and so never spread over two requests that could overtake each other.
 */
export function sendBatch(
  projectId: ProjectId,
  operations: readonly Operation[],
  clientId: string,
): Promise<readonly Said[]> {
  const context = { ...dealingWithAll, ...retriedByCaller, headers: { 'x-client-id': clientId } }
  return Promise.all(
    operations.map(({ id, request }) => ask({ ...mutationOf(projectId, request), context, operationId: id })),
  )
}
