import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import { type AccountDeletionOptions, createAccountDeletions } from './account-deletion.ts'

/** The part of the API by which people delete their accounts. */
export function accountDeletionSlice(options: AccountDeletionOptions): ApiSlice {
  const deletions = createAccountDeletions(options)
  return {
    name: 'account-data',
    typeDefs: typeDefs.accountData,
    resolvers: {
      Query: {
        accountDeletion: (_parent, _args, { viewer }) => deletions.read(viewer),
      },
      Account: {
        // An account is only read by its own person.
        deletionDueAt: (_account, _args, { viewer }) => deletions.readDueTime(viewer),
      },
      Mutation: {
        requestAccountDeletion: (_parent, { projects }, { viewer }) => deletions.request(viewer, projects),
        cancelAccountDeletion: (_parent, _args, { viewer }) => deletions.cancel(viewer),
      },
    },
  }
}
