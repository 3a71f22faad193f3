export { trackerListener } from './listen.ts'
export { trackerSyncRunners, trackerSyncTexts, type SyncOptions } from './run-sync.ts'
export { trackerSyncPolicy, trackerSyncSlice, type TrackerSyncOptions } from './sync-slice.ts'
export { trackerWebhookRoutes, type TrackerWebhookOptions } from './webhook-routes.ts'
