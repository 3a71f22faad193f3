export { type DatabaseConnection, formatConnectionString, openPool } from './connection.ts'
export { classifyDatabaseFault, type TemporaryFault } from './database-fault.ts'
export { backUpEmbedded } from './embedded/back-up.ts'
export { connectEmbedded, startEmbeddedPostgres } from './embedded/embedded.ts'
export { DatabaseTooNewError, MigrationError } from './migrations/failures.ts'
export { migrate } from './migrations/migrate.ts'
export type { MigrationSet } from './migrations/migration-files.ts'
export {
  suspectConnections,
  extendTransaction,
  patientLimits,
  requestLimits,
  type SessionLimits,
} from './session-limits.ts'
export { DatabaseStartError } from './start-refused.ts'
