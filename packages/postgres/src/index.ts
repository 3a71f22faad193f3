export { type Connection, connectionStringOf, openPool } from './connection.ts'
export { temporaryFaultOf, type TemporaryFault } from './database-fault.ts'
export { backUpEmbedded } from './embedded/back-up.ts'
export { connectEmbedded, startEmbeddedPostgres } from './embedded/embedded.ts'
export { DatabaseTooNew, MigrationFailed } from './migrations/failures.ts'
export { migrate } from './migrations/migrate.ts'
export type { MigrationSet } from './migrations/migration-files.ts'
export {
  suspectConnections,
  extendTransaction,
  patientLimits,
  requestLimits,
  type SessionLimits,
} from './session-limits.ts'
export { StartRefused } from './start-refused.ts'
