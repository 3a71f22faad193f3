import type { ProjectId } from '@espalier/domain'
import type { Operation } from '@espalier/replica'
import { dealingWith, retriedByCaller } from '../graphql/own-codes.ts'
import { ask, type Said } from './ask.ts'
import { mutationOf } from './requests.ts'

const ownCodes = dealingWith(
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'CONFLICT',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'INTERNAL',
  'UNREACHABLE',
)

/**
 * Sends operations of one tab as one request. Their header is named, although it is the usual one: operations with
 * settings of their own are batched apart, and so never spread over two requests that could overtake each other.
 */
export function sendBatch(
  projectId: ProjectId,
  operations: readonly Operation[],
  clientId: string,
): Promise<readonly Said[]> {
  const context = { ...ownCodes, ...retriedByCaller, headers: { 'x-client-id': clientId } }
  return Promise.all(
    operations.map(({ id, request }) => ask({ ...mutationOf(projectId, request), context, operationId: id })),
  )
}
