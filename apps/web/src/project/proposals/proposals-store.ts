import type { ProjectClient } from '@espalier/sync'
import type { ApiFailure } from '../../api/graphql/api-result.ts'
import {
  decideProposal,
  fetchProposals,
  followProposals,
  type Proposal,
  withdrawProposal,
} from '../../api/proposals.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { refreshOnChange } from '../history/history-store.ts'

export interface Decision {
  readonly accept: readonly string[]
  readonly reject: readonly string[]
}

/** The open proposals of a project, kept up to date. */
export interface ProposalsStore {
  readonly open: Cell<readonly Proposal[]>
  /** Returns the failure; null: it was decided. */
  decide(proposal: Proposal, decision: Decision): Promise<ApiFailure | null>
  withdraw(proposal: Proposal): Promise<ApiFailure | null>
  stop(): void
}

/** Judging changes costs the server more than most reads. */
const planDelayMs = 1_000

export function createProposalsStore(client: ProjectClient): ProposalsStore {
  const { projectId } = client
  const open = createCell<readonly Proposal[]>([])
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false

  async function readAll(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      const read = await fetchProposals(projectId)
      if (read.ok && !isStopped) open.set(read.value)
    }
  }

  /** Refreshes requested during a request become one more request after it. */
  const refresh = (): void => {
    isWanted = true
    running ??= readAll().finally(() => (running = null))
  }

  const receive = (proposal: Proposal): void => {
    const others = open.get().filter(({ id }) => id !== proposal.id)
    if (proposal.state !== 'open') return open.set(others)
    open.set([...others, proposal].sort((one, other) => one.createdAt - other.createdAt))
  }

  const stops = [
    followProposals(projectId, { next: receive, connected: refresh }),
    // Whether a change fits depends on the plan.
    refreshOnChange(
      client,
      () => {
        if (open.get().length > 0) refresh()
      },
      planDelayMs,
    ),
  ]
  refresh()

  return {
    open,
    async decide(proposal, decision) {
      const decided = await decideProposal(proposal.id, decision)
      if (decided.ok) receive(decided.value)
      else refresh()
      return decided.ok ? null : decided
    },
    async withdraw(proposal) {
      const withdrawn = await withdrawProposal(proposal.id)
      if (withdrawn.ok) receive(withdrawn.value)
      else refresh()
      return withdrawn.ok ? null : withdrawn
    },
    stop() {
      isStopped = true
      for (const end of stops) end()
    },
  }
}
