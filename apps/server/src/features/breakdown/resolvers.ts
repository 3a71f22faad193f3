import { typeDefs } from '@espalier/schema/server'
import { breakdownTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { ApiSlice } from '../../api/slice.ts'
import { openProjectOfNode } from '../nodes/index.ts'
import { type Caller, readCaller, type Writes } from '../projects/index.ts'
import type { Breakdowns } from './breakdowns.ts'

export interface BreakdownSliceOptions {
  readonly writes: Writes
  /** Null if breakdowns are switched off. */
  readonly breakdowns: Breakdowns | null
}

export const breakdownSlice = ({ writes, breakdowns }: BreakdownSliceOptions): ApiSlice => ({
  name: 'breakdown',
  typeDefs: typeDefs.breakdown,
  resolvers: {
    Mutation: {
      async aiBreakdownNode(_parent, { id }, context, field) {
        const caller = readCaller(context, field)
        return breakdowns === null ? refuse(writes, caller, id) : breakdowns.breakDown(caller, id)
      },
      async proposeBreakdown(_parent, { id }, context, field) {
        const caller = readCaller(context, field)
        return breakdowns === null ? refuse(writes, caller, id) : breakdowns.propose(caller, id)
      },
    },
  },
})

async function refuse(writes: Writes, caller: Caller, id: string): Promise<never> {
  // A person without access to the node must get the same error as everywhere else.
  await writes.run(
    { ...caller, operationId: null },
    (work) => openProjectOfNode(work, id.toLowerCase(), 'node.break-down'),
    { nodeId: id.toLowerCase() },
  )
  throw new ApiError('BAD_USER_INPUT', breakdownTexts.off)
}
