import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import {
  type AccessRule,
  allowProductAccess,
  readCaller,
  requireAllowedPerson,
  type Writes,
} from '../projects/index.ts'
import { emptyTrash, type TrashOptions } from './empty-trash.ts'

/** Everybody empties only their own trash, and only with product access. */
const trashPolicy = { 'trash.empty': allowProductAccess } as const satisfies Record<string, AccessRule>

export interface TrashSliceOptions extends TrashOptions {
  readonly writes: Writes
}

export const trashSlice = (options: TrashSliceOptions): ApiSlice => ({
  name: 'trash',
  typeDefs: typeDefs.trash,
  resolvers: {
    Mutation: {
      emptyTrash(_parent, _args, context, field) {
        const caller = readCaller(context, field)
        requireAllowedPerson(caller.viewer, trashPolicy['trash.empty'])
        return emptyTrash(options, options.writes, caller)
      },
    },
  },
})
