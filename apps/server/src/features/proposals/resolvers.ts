import { isMember, minuteMs, proposalLimits, proposalTexts } from '@espalier/domain'
import { type ProposalValue, typeDefs } from '@espalier/schema/server'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import type { ChangeFeed, FindWatchedProject } from '../live/index.ts'
import { findProjectForViewer, readCaller, requireProjectAccess } from '../projects/index.ts'
import { isProposalInBranch } from './branch-proposals.ts'
import { proposalPolicy } from './policy.ts'
import { type ProposalViewOptions, toProposalView, toProposalViews } from './proposal-view.ts'
import { measureProposals, type ProposalRow, type ProposalState, readProposals } from './store.ts'
import { createProposal, decideProposal, type ProposalWriter, withdrawProposal } from './write-proposals.ts'

interface ProposalsOptions extends ProposalWriter, ProposalViewOptions {
  readonly database: ProposalWriter['database']
  readonly audit: Audit
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly feed: ChangeFeed
  readonly findWatched: FindWatchedProject
}

const rate: Rate = { name: 'proposals', max: proposalLimits.perMinute, windowMs: minuteMs, isExact: true }

/** The JSON of a proposal without its changes. */
const bytesPerProposal = 1_000

export const proposalsSlice = (options: ProposalsOptions): ApiSlice => ({
  name: 'proposals',
  typeDefs: typeDefs.proposals,
  resolvers: {
    Query: {
      proposals: (_parent, { projectId, state }, context) =>
        listProposals(options, { projectId, state: state ?? 'open' }, context),
    },
    Mutation: {
      async createProposal(_parent, args, context, details) {
        const caller = readCaller(context, details)
        await requireRate(options.rates, rate, { key: caller.viewer.person.id, message: proposalTexts.tooOften })
        return toProposalView(options, await createProposal(options, caller, args, details.schema))
      },
      decideProposal: async (_parent, args, context, details) =>
        toProposalView(options, await decideProposal(options, readCaller(context, details), args)),
      withdrawProposal: async (_parent, { id }, context, details) =>
        toProposalView(options, await withdrawProposal(options, readCaller(context, details), id)),
    },
    Subscription: {
      proposalChanged: {
        async subscribe(_parent, { projectId }, { viewer }) {
          const found = await options.findWatched(viewer, projectId)
          const rule = proposalPolicy['proposals.read']
          return options.feed.join(requireProjectAccess(found, { viewer, rule, audit: options.audit }).project)
        },
      },
    },
  },
})

async function listProposals(
  options: ProposalsOptions,
  { projectId, state }: { readonly projectId: string; readonly state: ProposalState },
  { viewer, budget }: GraphqlContext,
): Promise<readonly ProposalValue[]> {
  const { pool } = options.database
  const found = await findProjectForViewer(pool, viewer, projectId)
  const rule = proposalPolicy['proposals.read']
  const { project, role, branch } = requireProjectAccess(found, { viewer, rule, audit: options.audit })
  if (!isMember(role)) return []
  const { rows, bytes } = await measureProposals(pool, project.id, state)
  await budget.reserve({ rows, bytes: 2 * bytes + rows * bytesPerProposal })
  const visible: ProposalRow[] = []
  for (const proposal of await readProposals(pool, project.id, state))
    if (await isProposalInBranch(pool, branch, proposal)) visible.push(proposal)
  return toProposalViews(options, project, visible)
}
