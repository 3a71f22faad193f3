import { checkEpicKey, projectFormTexts } from '@espalier/domain'

import { ApiError } from '../../transport/api-error.ts'
import type { GraphContext, Slice } from '../../transport/graphql/slice.ts'
import { requireSignedIn, whoeverHasAccess, type Rule } from '../projects/index.ts'

const typeDefs = `
extend type Mutation {
  "Imports the epic and everything below it from the account's issue tracker."
  importProject(externalProjectKey: String!): Project!
}
`

export const trackerPolicy = { 'project.import': whoeverHasAccess } as const satisfies Record<string, Rule>

/** No account of this version can be connected to an issue tracker yet: every import is told so. */
export const trackerSlice = (): Slice => ({
  name: 'tracker',
  typeDefs,
  resolvers: {
    Mutation: {
      importProject(_parent: unknown, args: { externalProjectKey: string }, { viewer }: GraphContext) {
        requireSignedIn(viewer, trackerPolicy['project.import'])
        const field = 'externalProjectKey'
        const key = checkEpicKey(args.externalProjectKey)
        if (!key.ok) throw new ApiError('BAD_USER_INPUT', projectFormTexts[key.reason], { field })
        throw new ApiError('BAD_USER_INPUT', 'No issue tracker is connected to your account', { field })
      },
    },
  },
})
