import { breakdownTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { Slice } from '../../api/slice.ts'
import { openProjectOfNode } from '../nodes/index.ts'
import { readCaller, type Writes } from '../projects/index.ts'
import type { Breakdowns } from './breakdowns.ts'

const typeDefs = `
extend type Mutation {
  "Children arrive as nodeCreated events while they are made; style.processing is true until the end. Returns them all."
  aiBreakdownNode(id: ID!): [Node!]!
}
`

export interface BreakdownSliceOptions {
  readonly writes: Writes
  /** Null: switched off. */
  readonly breakdowns: Breakdowns | null
}

export const breakdownSlice = ({ writes, breakdowns }: BreakdownSliceOptions): Slice => ({
  name: 'breakdown',
  typeDefs,
  resolvers: {
    Mutation: {
      async aiBreakdownNode(_parent: unknown, { id }: { id: string }, context, field) {
        const caller = readCaller(context, field)
        if (breakdowns !== null) return breakdowns.breakDown(caller, id)
        // Whoever may not know of the node is told as much as anywhere else.
        await writes.run(
          { ...caller, operationId: null },
          (work) => openProjectOfNode(work, id.toLowerCase(), 'node.break-down'),
          { nodeId: id.toLowerCase() },
        )
        throw new ApiError('BAD_USER_INPUT', breakdownTexts.off)
      },
    },
  },
})
