import { createHash } from 'node:crypto'

import { print, type GraphQLResolveInfo } from 'graphql'

import type { GraphqlContext } from '../../api/slice.ts'
import { requirePerson } from './policy.ts'
import type { Caller } from './writes.ts'

/** The server's own work in the name of a person who may be absent. */
export const createSystemCaller = (userId: string, field: string): Caller => ({
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

/** Returns the caller of this mutation. An operation may contain several, and each is a separate change. */
export const readCaller = (context: GraphqlContext, details: GraphQLResolveInfo): Caller => ({
  viewer: requirePerson(context.viewer),
  clientId: context.clientId,
  operationId: context.operationId,
  field: `${details.fieldName} ${details.path.key}`,
  ...(context.operationId !== null && { content: digestContent(details) }),
})

/** Digests the field's arguments as written and the values of the operation's variables. */
function digestContent({ fieldNodes, variableValues }: GraphQLResolveInfo): string {
  const given = fieldNodes.flatMap((node) => node.arguments ?? []).map((argument) => print(argument))
  return createHash('sha256')
    .update(JSON.stringify([given, variableValues]))
    .digest('base64url')
}
