export { trialRoutes, type TrialOptions } from './trial-routes.ts'
