export { createProposalFeed } from './proposal-feed.ts'
export { proposalsSlice } from './resolvers.ts'
export { proposeNode } from './write-proposals.ts'
