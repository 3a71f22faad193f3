import { ApiError } from '../../transport/api-error.ts'
import type { Viewer } from '../../transport/viewer.ts'

export type Decision = 'allowed' | 'UNAUTHENTICATED' | 'FORBIDDEN'

const whoeverIsSignedIn = (viewer: Viewer): Decision => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

const whoeverHasAccess = (viewer: Viewer): Decision => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** Who may what with an account. Each person has the one account: their own. */
export const accountPolicy = {
  'account.read': whoeverIsSignedIn,
  'trial.start': whoeverIsSignedIn,
  'product.use': whoeverHasAccess,
} as const satisfies Record<string, (viewer: Viewer) => Decision>

export type AccountOperation = keyof typeof accountPolicy
export type SignedInViewer = Extract<Viewer, { kind: 'person' }>

const refusals = {
  UNAUTHENTICATED: 'Sign in first',
  FORBIDDEN: 'This needs a subscription or an approved account',
} as const

/** Throws the refusal as the API tells it. Nobody is ever allowed what needs an account without being signed in. */
export function requireAllowed(viewer: Viewer, operation: AccountOperation): SignedInViewer {
  const decision = accountPolicy[operation](viewer)
  if (decision !== 'allowed') throw new ApiError(decision, refusals[decision])
  if (viewer.kind === 'anonymous') throw new ApiError('UNAUTHENTICATED', refusals.UNAUTHENTICATED)
  return viewer
}
