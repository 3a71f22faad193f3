import type { Slice } from '../../api/slice.ts'
import {
  type AccessRule,
  allowProductAccess,
  readCaller,
  requireAllowedPerson,
  type Writes,
} from '../projects/index.ts'
import { emptyTrash, type TrashOptions } from './empty-trash.ts'

const typeDefs = `
extend type Mutation {
  "Deletes for good every project in the caller's trash; returns how many."
  emptyTrash: Int!
}
`

/** Each empties their own trash, and only with product access. */
const trashPolicy = { 'trash.empty': allowProductAccess } as const satisfies Record<string, AccessRule>

export interface TrashSliceOptions extends TrashOptions {
  readonly writes: Writes
}

export const trashSlice = (options: TrashSliceOptions): Slice => ({
  name: 'trash',
  typeDefs,
  resolvers: {
    Mutation: {
      emptyTrash(_parent: unknown, _args: unknown, context, field) {
        const caller = readCaller(context, field)
        requireAllowedPerson(caller.viewer, trashPolicy['trash.empty'])
        return emptyTrash(options, options.writes, caller)
      },
    },
  },
})
