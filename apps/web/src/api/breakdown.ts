import type { NodeId } from '@espalier/domain'
import { aiBreakdownNodeMutation } from '@espalier/schema/documents/breakdown'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { clientId } from './graphql/page-headers.ts'
import { allHandledByCaller, retriedByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'

// The breakdown is sent unbatched: operations in the same batch would wait until it is done.
const unbatchedHeaders = { 'x-client-id': clientId, accept: 'application/json' }

/**
 * Asks for a node to be broken down. Its children come as live events meanwhile; the answer names them all. The message of
 * a failure is in words for the person.
 */
export async function requestBreakdown(id: NodeId): Promise<ApiResult<readonly NodeId[]>> {
  const context = { ...allHandledByCaller, ...retriedByCaller, headers: unbatchedHeaders }
  const result = await sendOperation(aiBreakdownNodeMutation, { id }, { context })
  if (!result.ok && result.code === 'UNREACHABLE') return { ...result, message: requestErrorTexts.breakdownUnreachable }
  return mapApiResult(result, ({ aiBreakdownNode }) => aiBreakdownNode.map((node) => node.id))
}
