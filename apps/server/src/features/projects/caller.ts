import { createHash } from 'node:crypto'

import { print, type GraphQLResolveInfo } from 'graphql'

import type { GraphqlContext } from '../../api/slice.ts'
import { requirePerson } from './policy.ts'
import type { Caller } from './writes.ts'

/** The server's own work in the name of a person who need not be there. */
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

/** Who sends this mutation. An operation may hold several, and each is a change of its own. */
export const readCaller = (context: GraphqlContext, details: GraphQLResolveInfo): Caller => ({
  viewer: requirePerson(context.viewer),
  clientId: context.clientId,
  operationId: context.operationId,
  field: `${details.fieldName} ${details.path.key}`,
  ...(context.operationId !== null && { content: digestContent(details) }),
})

/** The arguments of the field as they were written, and the values of the operation's variables. */
function digestContent({ fieldNodes, variableValues }: GraphQLResolveInfo): string {
  const given = fieldNodes.flatMap((node) => node.arguments ?? []).map((argument) => print(argument))
  return createHash('sha256')
    .update(JSON.stringify([given, variableValues]))
    .digest('base64url')
}
