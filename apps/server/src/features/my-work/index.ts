export { myWorkSlice } from './resolvers.ts'
export { visibleProjectSql } from './store.ts'
export { createWorkFeed } from './work-feed.ts'
