import { requireAccountPermission } from '../account/index.ts'
import type { GraphqlContext } from '../../transport/graphql/slice.ts'

/** Members invite; whoever is signed in may use an invite of their own. */
export const invitesPolicy = {
  invite: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'product.use'),
  accept: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'account.read'),
} as const
