export { trackerListener } from './listen.ts'
export { trackerSyncRunners, type SyncOptions } from './run-sync.ts'
export { trackerSyncSlice } from './sync-slice.ts'
export { trackerWebhookRoutes } from './webhook-routes.ts'
