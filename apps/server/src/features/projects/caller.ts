import type { GraphQLResolveInfo } from 'graphql'

import type { GraphContext } from '../../transport/graphql/slice.ts'
import { signedIn } from './policy.ts'
import type { Caller } from './writes.ts'

/** Who sends this mutation. An operation may hold several, and each is a change of its own. */
export const callerOf = (context: GraphContext, { fieldName, path }: GraphQLResolveInfo): Caller => ({
  viewer: signedIn(context.viewer),
  clientId: context.clientId,
  operationId: context.operationId,
  field: `${fieldName} ${path.key}`,
})
