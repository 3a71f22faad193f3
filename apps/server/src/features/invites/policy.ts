import { requireAllowed } from '../account/index.ts'
import type { GraphContext } from '../../transport/graphql/slice.ts'

/** Members invite; whoever is signed in may use an invite of their own. */
export const invitesPolicy = {
  invite: ({ viewer }: GraphContext) => requireAllowed(viewer, 'product.use'),
  accept: ({ viewer }: GraphContext) => requireAllowed(viewer, 'account.read'),
} as const
