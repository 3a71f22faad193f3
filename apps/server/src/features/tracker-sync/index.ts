export { createTrackerChangeListener } from './listen.ts'
export { trackerJobRunners, type TrackerSyncJobOptions } from './run-sync.ts'
export { trackerSyncSlice } from './sync-slice.ts'
export { trackerWebhookRoutes } from './webhook-routes.ts'
