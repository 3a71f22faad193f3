export { readGoals } from './goals.ts'
export { myWorkSlice } from './resolvers.ts'
export { readNodesOfProjects, visibleProjectSql } from './store.ts'
export { createWorkFeed } from './work-feed.ts'
