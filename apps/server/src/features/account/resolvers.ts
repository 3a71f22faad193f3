import { typeDefs } from '@espalier/schema/server'
import { hkdfSync } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { ApiSlice } from '../../api/slice.ts'
import { accountErrorTexts } from '../../texts/projects.ts'
import type { Accounts, Subscription } from './accounts.ts'
import { requireAccountPermission } from './policy.ts'

interface AccountSliceOptions {
  readonly accounts: Pick<Accounts, 'read'>
  readonly secrets: readonly string[]
}

export const accountSlice = ({ accounts, secrets }: AccountSliceOptions): ApiSlice => ({
  name: 'account',
  typeDefs: typeDefs.account,
  resolvers: {
    Query: {
      account(_parent, _args, { viewer }) {
        return readAccountView(accounts, requireAccountPermission(viewer, 'account.read').accountId)
      },
    },
    Account: {
      deviceKeys: ({ id }) => secrets.map((secret) => deriveDeviceKey(secret, id)),
    },
  },
})

/** The key is derived rather than stored: it exists as long as the account and the secret. */
const deriveDeviceKey = (secret: string, accountId: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `espalier texts on a device\n${accountId}`, 32)).toString('base64')

/** An account as the API returns it. The slice of each integration adds its own fields by the account's id. */
export async function readAccountView(accounts: Pick<Accounts, 'read'>, accountId: string) {
  const account = await accounts.read(accountId)
  if (account === null) throw new ApiError('NOT_FOUND', accountErrorTexts.accountGone)
  return {
    id: account.id,
    subscription: account.subscription && toSubscriptionView(account.subscription),
    integrationSettings: { accountId: account.id },
  }
}

const toSubscriptionView = ({ status, trialEnd }: Subscription) => ({
  status,
  trial_end: trialEnd === null ? null : Math.floor(trialEnd.getTime() / 1000),
})
