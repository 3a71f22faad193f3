import type { NodeId } from '@espalier/domain'
import { aiBreakdownNodeMutation, proposeBreakdownMutation } from '@espalier/schema/documents/breakdown'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { clientId } from './graphql/page-headers.ts'
import { allHandledByCaller, retriedByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'

// The breakdown is sent unbatched: operations in the same batch would wait until it is done.
const unbatchedHeaders = { 'x-client-id': clientId, accept: 'application/json' }
const context = { ...allHandledByCaller, ...retriedByCaller, headers: unbatchedHeaders }

const withOwnMessage = <Value>(result: ApiResult<Value>): ApiResult<Value> =>
  !result.ok && result.code === 'UNREACHABLE' ? { ...result, message: requestErrorTexts.breakdownUnreachable } : result

/**
 * Asks for a node's description to become its children. They come as live events meanwhile; the answer names them all.
 * The message of a failure is in words for the person.
 */
export async function requestBreakdown(id: NodeId): Promise<ApiResult<readonly NodeId[]>> {
  const result = withOwnMessage(await sendOperation(aiBreakdownNodeMutation, { id }, { context }))
  return mapApiResult(result, ({ aiBreakdownNode }) => aiBreakdownNode.map((node) => node.id))
}

/** Asks for ideas for a node. They come as a proposal that grows meanwhile; the answer is its id. */
export async function requestIdeas(id: NodeId): Promise<ApiResult<string>> {
  const result = withOwnMessage(await sendOperation(proposeBreakdownMutation, { id }, { context }))
  return mapApiResult(result, ({ proposeBreakdown }) => proposeBreakdown)
}
