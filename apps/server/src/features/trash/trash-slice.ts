import type { Slice } from '../../transport/graphql/slice.ts'
import { callerOf, requireSignedIn, type Rule, whoeverHasAccess, type Writes } from '../projects/index.ts'
import { emptyTrash, type TrashOptions } from './empty-trash.ts'

const typeDefs = `
extend type Mutation {
  "Deletes for good every project in the caller's trash; returns how many."
  emptyTrash: Int!
}
`

/** Each empties their own trash, and only with product access. */
const trashPolicy = { 'trash.empty': whoeverHasAccess } as const satisfies Record<string, Rule>

export interface TrashSliceOptions extends TrashOptions {
  readonly writes: Writes
}

export const trashSlice = (options: TrashSliceOptions): Slice => ({
  name: 'trash',
  typeDefs,
  resolvers: {
    Mutation: {
      emptyTrash(_parent: unknown, _args: unknown, context, field) {
        const caller = callerOf(context, field)
        requireSignedIn(caller.viewer, trashPolicy['trash.empty'])
        return emptyTrash(options, options.writes, caller)
      },
    },
  },
})
