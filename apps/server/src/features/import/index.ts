export { importRoutes } from './import-routes.ts'
export { importUpkeep } from './upkeep.ts'
