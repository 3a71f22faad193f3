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
      account(_parent: unknown, _args: unknown, { viewer }: GraphContext) {
        return accountView(accounts, requireAllowed(viewer, 'account.read').accountId)
      },
    },
  },
})

/** An account as the API has it. What it is connected to, the slice of each connection tells by the account's id. */
export async function accountView(accounts: Pick<Accounts, 'read'>, accountId: string) {
  const account = await accounts.read(accountId)
  if (account === null) throw new ApiError('NOT_FOUND', 'The account is gone')
  return {
    id: account.id,
    subscription: account.subscription && subscribedOf(account.subscription),
    integrationSettings: { accountId: account.id },
  }
}

const subscribedOf = ({ status, trialEnd }: Subscription) => ({
  status,
  trial_end: trialEnd === null ? null : Math.floor(trialEnd.getTime() / 1000),
})
