import { canEdit, proposalTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import {
  type AccessRule,
  allowEditors,
  allowMembers,
  allowViewers,
  type Caller,
  type ProjectWrite,
} from '../projects/index.ts'
import type { ProposalRow } from './store.ts'

/**
 * The policy of proposals. Everybody who sees the project may ask for them, and gets none unless they are named in it.
 * What depends on the person behind a token, or on the proposal, is decided by the functions below.
 */
export const proposalPolicy = {
  'proposals.read': allowViewers,
  'proposal.create': allowMembers,
  'proposal.decide': allowEditors,
  'proposal.withdraw': allowMembers,
} as const satisfies Record<string, AccessRule>

/** A program that may propose does so with the rights of its person; `token-rights.ts` refuses the others. */
export function requireProposer({ personRole, project }: ProjectWrite, { viewer }: Caller): void {
  if (!canEdit({ role: personRole, status: project.status, hasProductAccess: viewer.hasAccess }))
    throw new ApiError('FORBIDDEN', proposalTexts.mayNotPropose)
}

/** People withdraw what they or their programs proposed, a program only what it proposed itself. */
export function requireAuthor({ authorId, tokenId }: ProposalRow, { viewer }: Caller): void {
  const isOwn = authorId === viewer.person.id && (viewer.token === undefined || viewer.token.id === tokenId)
  if (!isOwn) throw new ApiError('FORBIDDEN', proposalTexts.notAuthor)
}
