import { ApiError } from '../../transport/api-error.ts'
import type { GraphContext, Slice } from '../../transport/graphql/slice.ts'
import { accountTypeDefs } from './account-type-defs.ts'
import type { Accounts } from './accounts.ts'
import { requireAllowed } from './policy.ts'
import type { Subscription } from './subscription.ts'

export const accountSlice = (accounts: Pick<Accounts, 'read'>): Slice => ({
  name: 'account',
  typeDefs: accountTypeDefs,
  resolvers: {
    Query: {
      async account(_parent: unknown, _args: unknown, { viewer }: GraphContext) {
        const account = await accounts.read(requireAllowed(viewer, 'account.read').accountId)
        if (account === null) throw new ApiError('NOT_FOUND', 'The account is gone')
        return {
          id: account.id,
          subscription: account.subscription && subscribedOf(account.subscription),
          integrationSettings: { jira: null },
        }
      },
    },
  },
})

const subscribedOf = ({ status, trialEnd }: Subscription) => ({
  status,
  trial_end: trialEnd === null ? null : Math.floor(trialEnd.getTime() / 1000),
})
