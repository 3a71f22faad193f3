import { nodeFields } from '@espalier/domain'
import { toMutation } from '@espalier/sync'
import { type LiveFeed, isLiveFeed } from '@espalier/server/src/api/live-feed.ts'
import type { Person } from '@espalier/server/src/ports/identities.ts'
import { createRequestBudget } from '@espalier/server/src/api/request-budget.ts'
import type { GraphqlContext, Slice } from '@espalier/server/src/api/slice.ts'
import type { ApiCall } from './api.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export const contextFor = (
  person: Person | undefined,
  clientId: string,
  operationId: string | null,
): GraphqlContext => ({
  viewer:
    person === undefined
      ? { kind: 'anonymous' }
      : { kind: 'person', person, sessionId: person.id, accountId: person.id, hasAccess: true },
  clientId,
  operationId,
  requestId: '',
  log: quiet,
  budget: createRequestBudget(),
})

export function readOperationId(call: ApiCall): string | null {
  if (call.kind === 'mutate') return call.operation.id
  return call.kind === 'share' ? call.operationId : null
}

/** A call as a field of the API. */
interface AskedField {
  readonly type: 'Query' | 'Mutation'
  readonly field: string
  readonly args: object
}

function askedBy(projectId: string, call: ApiCall): AskedField {
  switch (call.kind) {
    case 'mutate': {
      const { field, variables } = toMutation(projectId, call.operation.request)
      return { type: 'Mutation', field, args: variables }
    }
    case 'share': {
      const args = { id: projectId, data: { sharing: { changes: call.changes } } }
      return { type: 'Mutation', field: 'updateProject', args }
    }
    case 'changes':
      return { type: 'Query', field: 'changes', args: { projectId, after: call.after } }
    case 'project':
      return { type: 'Query', field: 'project', args: { id: projectId } }
    case 'nodes':
      return { type: 'Query', field: 'nodes', args: { projectId } }
  }
}

type Fields = { readonly [name: string]: Fields | null }

const named = (names: string): Fields => Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
const node = named(`parentId ${nodeFields.all.map(({ key }) => key).join(' ')}`)
const selections: Readonly<Record<string, Fields>> = {
  nodes: node,
  changes: { ...named('seq complete'), nodes: node },
  project: named(
    'id title body status layout sharing json seq updatedAt tags stages fieldDefinitions views estimateUnit viewersMayComment',
  ),
}

/** A selection as a parsed document holds it: the server reads only the named fields, and here that is everything. */
const selected = (name: string, fields: Fields | null): object => ({
  kind: 'Field',
  name: { value: name },
  ...(fields !== null && {
    selectionSet: { selections: Object.entries(fields).map(([own, below]) => selected(own, below)) },
  }),
})

/** Resolves a call with the product's own resolver. */
export async function resolveCall(
  slices: readonly Slice[],
  projectId: string,
  call: ApiCall,
  context: GraphqlContext,
): Promise<unknown> {
  const { type, field, args } = askedBy(projectId, call)
  const resolver = slices.map(({ resolvers }) => resolvers[type]?.[field]).find((one) => one !== undefined)
  if (typeof resolver !== 'function') throw new Error(`no slice resolves ${type}.${field}`)
  const details = {
    fieldName: field,
    path: { key: field },
    fieldNodes: [selected(field, selections[field] ?? null)],
    fragments: {},
    variableValues: args,
  }
  return resolver(undefined as never, args as never, context, details as never)
}

export async function openFeed(
  slices: readonly Slice[],
  field: string,
  projectId: string,
  context: GraphqlContext,
): Promise<LiveFeed> {
  const resolver = slices.map(({ resolvers }) => resolvers['Subscription']?.[field]).find((one) => one !== undefined)
  if (resolver === undefined || typeof resolver === 'function')
    throw new Error(`no slice has the subscription ${field}`)
  const feed = await resolver.subscribe(undefined as never, { projectId } as never, context, undefined as never)
  if (!isLiveFeed(feed)) throw new Error(`${field} is not a live feed`)
  return feed
}
