import { defineTexts } from '../core/texts.ts'
import { formatQuantity } from '../core/units.ts'

/** The numbers of proposals that the page and the server must agree on. */
export const proposalLimits = {
  changes: 200,
  titleCharacters: 200,
  reasonCharacters: 4_000,
  /** All changes of a proposal as JSON. */
  bytes: 256 * 1024,
  openPerProject: 50,
  /** Only the latest decided or withdrawn ones stay. */
  closedPerProject: 500,
  perMinute: 30,
} as const

export const proposedOperations = ['create', 'update', 'delete'] as const
export type ProposedOperation = (typeof proposedOperations)[number]

export type ChangeDecision = 'accepted' | 'rejected'

/** Why a proposal or a decision is refused, and why a change does not fit. */
export const proposalTexts = defineTexts('domain.proposals', {
  noTitle: 'A proposal needs a title',
  longTitle: `The title can have at most ${formatQuantity(proposalLimits.titleCharacters, 'character')}`,
  longReason: `The reason can have at most ${formatQuantity(proposalLimits.reasonCharacters, 'character')}`,
  badCount: `A proposal has 1 to ${proposalLimits.changes} changes`,
  tooLarge: 'The proposal is too large. Divide it into several.',
  tooMany: `A project can have at most ${formatQuantity(proposalLimits.openPerProject, 'open proposal')}`,
  tooOften: 'Many proposals were made within a minute. Try again in a moment.',
  badForm: 'it must have the form {op, id, data}, where op is create, update or delete',
  badId: 'id must be the UUID of a node',
  otherId: 'data names another id',
  otherProject: 'data names another project',
  noData: 'data must name at least one field',
  noDeleteData: 'a deletion has no data',
  noLink: 'a proposal cannot link projects',
  sameNode: 'an earlier change creates the same node',
  badChange: (number: number, reason: string) => `Change ${number}: ${reason}`,
  notFound: 'This proposal no longer exists',
  mayNotPropose: 'You cannot propose changes to this project',
  notAuthor: 'Only its author can withdraw a proposal',
  isDecided: 'This proposal has been decided',
  isWithdrawn: 'This proposal was withdrawn',
  nothingNamed: 'Name the changes to accept or to reject',
  unknownChange: 'The proposal has no such change',
  acceptedAndRejected: 'A change cannot be both accepted and rejected',
  changeDecided: 'This change has been decided already',
  baseRejected: 'It builds on a change that was rejected',
  baseUnfit: 'It builds on a change that does not fit',
  baseOpen: 'It builds on a change that is not accepted yet',
})
