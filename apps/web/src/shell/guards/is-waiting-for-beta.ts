import type { PageConfig } from '@espalier/contract'
import type { Access } from '../../data/account/index.ts'

/** Neither approved nor ever subscribed, while sign-up is a private beta. */
export const isWaitingForBeta = (access: Extract<Access, { kind: 'known' }>, signup: PageConfig['signup']): boolean =>
  signup === 'beta' && !access.hasAccess && access.subscription === null
