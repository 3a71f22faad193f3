export const trackerSyncTypeDefs = `
extend type Query {
  "How a project is kept in step with its issue tracker, for those who may edit it. Null: it is not."
  trackerSync(projectId: ID!): TrackerSync
}

type TrackerSync {
  "Why nothing moves at present, and what to do; null: nothing is wrong."
  problem: String
  "How many nodes are still to be compared with their issue."
  waiting: Int!
  "Where people look at issues: a key follows."
  issueUrl: String
  "The nodes that are not, or not wholly, as their issue: at most 1000."
  nodes: [NodeTracking!]!
}
enum NodeTrackingState { blocked gone }
type NodeTracking { nodeId: ID! state: NodeTrackingState! reason: String! }
`
