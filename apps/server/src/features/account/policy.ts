import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'

export type { SignedInViewer } from '../../api/viewer.ts'

export type AccountDecision = 'allowed' | 'UNAUTHENTICATED' | 'FORBIDDEN'

const allowSignedIn = (viewer: Viewer): AccountDecision => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

const allowProductAccess = (viewer: Viewer): AccountDecision => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** Who may what with an account. Each person has the one account: their own. */
export const accountPolicy = {
  'account.read': allowSignedIn,
  'trial.start': allowSignedIn,
  'product.use': allowProductAccess,
} as const satisfies Record<string, (viewer: Viewer) => AccountDecision>

export type AccountOperation = keyof typeof accountPolicy

const denialTexts = {
  UNAUTHENTICATED: 'Sign in first',
  FORBIDDEN: 'This needs a subscription or an approved account',
} as const

/** Throws the refusal as the API tells it. Nobody is ever allowed what needs an account without being signed in. */
export function requireAccountPermission(viewer: Viewer, operation: AccountOperation): SignedInViewer {
  const decision = accountPolicy[operation](viewer)
  if (decision !== 'allowed') throw new ApiError(decision, denialTexts[decision])
  if (viewer.kind === 'anonymous') throw new ApiError('UNAUTHENTICATED', denialTexts.UNAUTHENTICATED)
  return viewer
}
