export type { TrackerChoices, TrackerConnection } from './connection.ts'
export { createTrackerConnections, type TrackerConnections } from './connections.ts'
export { bodyOf, contentsOf, snapshotOf, titleOf, type IssueContents } from './import/plan-import.ts'
export { trackerPolicy, trackerSlice, type TrackerOptions } from './tracker-slice.ts'
