export { importRoutes } from './import-routes.ts'
export { importJobRunners } from './upkeep.ts'
