import {
  decideProposalMutation,
  type ProposalFields,
  proposalChangedSubscription,
  proposalsQuery,
  withdrawProposalMutation,
} from '@espalier/schema/documents/proposals'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { followSubscription } from './graphql/follow-subscription.ts'
import { failingSilently, handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

export type Proposal = ProposalFields
export type ProposedChange = Proposal['changes'][number]

/** The panel shows every refusal, also a lost right. */
const handled = {
  context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT', 'RATE_LIMITED', 'UNREACHABLE'),
}

/** Reads the open proposals of a project. */
export const fetchProposals = async (projectId: string): Promise<ApiResult<readonly Proposal[]>> =>
  mapApiResult(
    await sendOperation(proposalsQuery, { projectId }, { context: failingSilently }),
    (sent) => sent.proposals,
  )

export const decideProposal = async (
  id: string,
  { accept, reject }: { readonly accept: readonly string[]; readonly reject: readonly string[] },
): Promise<ApiResult<Proposal>> =>
  mapApiResult(
    await sendOperation(decideProposalMutation, { id, accept, reject }, handled),
    (sent) => sent.decideProposal,
  )

export const withdrawProposal = async (id: string): Promise<ApiResult<Proposal>> =>
  mapApiResult(await sendOperation(withdrawProposalMutation, { id }, handled), (sent) => sent.withdrawProposal)

/** Follows the proposals of a project. Returns a function that stops. */
export const followProposals = (
  projectId: string,
  follower: { next(proposal: Proposal): void; connected(): void },
): (() => void) =>
  followSubscription(
    proposalChangedSubscription,
    { projectId },
    { next: (sent) => follower.next(sent.proposalChanged), connected: follower.connected },
  )
