export { importRoutes, type ImportOptions } from './import-routes.ts'
export { importPolicy } from './policy.ts'
export { importUpkeep } from './upkeep.ts'
