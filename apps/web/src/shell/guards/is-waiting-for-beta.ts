import type { PageConfig } from '@espalier/contract'
import type { AccessState } from '../../data/account/index.ts'

/** Neither approved nor ever subscribed, while sign-up is a private beta. */
export const isWaitingForBeta = (access: Extract<AccessState, { kind: 'known' }>, signup: PageConfig['signup']): boolean =>
  signup === 'beta' && !access.hasAccess && access.subscription === null
