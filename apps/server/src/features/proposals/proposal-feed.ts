import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { type ChangeFeed, createChangeFeed, type Rooms } from '../live/index.ts'
import { type ProposalViewOptions, toProposalView } from './proposal-view.ts'
import { findProjectsWithChanges, readChangedProposals, readLatestChange } from './store.ts'

interface ProposalFeedOptions extends ProposalViewOptions {
  readonly bus: Bus
  readonly rooms: Rooms
  readonly log: Log
  readonly pollMs?: number
}

/** Sends changed proposals to the rooms of this server. */
export function createProposalFeed(options: ProposalFeedOptions): ChangeFeed {
  const { pool } = options.database
  return createChangeFeed({
    ...options,
    channel: 'proposalChanged',
    message: 'proposals-changed',
    readLatest: (projectId) => readLatestChange(pool, projectId),
    readChanged: (projectId, after, most) => readChangedProposals(pool, projectId, after, most),
    findProjects: (seen) => findProjectsWithChanges(pool, seen),
    toView: ({ changed: _changed, clientId: _clientId, ...row }) => toProposalView(options, row),
  })
}
