import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'
import { requestTexts } from '../../texts/requests.ts'
import { accountErrorTexts } from '../../texts/projects.ts'

export type { SignedInViewer } from '../../api/viewer.ts'

export type AccountDecision = 'allowed' | 'UNAUTHENTICATED' | 'FORBIDDEN'

const allowSignedIn = (viewer: Viewer): AccountDecision => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

const allowProductAccess = (viewer: Viewer): AccountDecision => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** The policy of accounts. Each person has exactly one account. */
export const accountPolicy = {
  'account.read': allowSignedIn,
  'trial.start': allowSignedIn,
  'product.use': allowProductAccess,
} as const satisfies Record<string, (viewer: Viewer) => AccountDecision>

export type AccountOperation = keyof typeof accountPolicy

/** Throws the refusal in the API's format. Nothing that needs an account is allowed to a signed-out viewer. */
export function requireAccountPermission(viewer: Viewer, operation: AccountOperation): SignedInViewer {
  const decision = accountPolicy[operation](viewer)
  if (decision !== 'allowed')
    throw new ApiError(decision, decision === 'FORBIDDEN' ? accountErrorTexts.accessNeeded : requestTexts.logInFirst)
  if (viewer.kind === 'anonymous') throw new ApiError('UNAUTHENTICATED', requestTexts.logInFirst)
  return viewer
}
