import type { GraphQLResolveInfo } from 'graphql'

import type { GraphContext } from '../../transport/graphql/slice.ts'
import { signedIn } from './policy.ts'
import type { Caller } from './writes.ts'

/** The server's own work in the name of a person who need not be there. */
export const callerFor = (userId: string, field: string): Caller => ({
  viewer: {
    kind: 'person',
    person: { id: userId, email: '', firstname: null, lastname: null, picture: null, status: null },
    sessionId: '',
    accountId: '',
    hasAccess: true,
  },
  clientId: null,
  operationId: null,
  field,
})

/** Who sends this mutation. An operation may hold several, and each is a change of its own. */
export const callerOf = (context: GraphContext, { fieldName, path }: GraphQLResolveInfo): Caller => ({
  viewer: signedIn(context.viewer),
  clientId: context.clientId,
  operationId: context.operationId,
  field: `${fieldName} ${path.key}`,
})
