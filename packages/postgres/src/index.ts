export { type DatabaseConnection, formatConnectionString, openPool } from './connection/pool.ts'
export { classifyDatabaseFault, type TemporaryFault } from './connection/database-fault.ts'
export { backUpEmbedded } from './embedded/backup.ts'
export { connectEmbedded, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
export { DatabaseTooNewError, MigrationError } from './migrate.ts'
export { migrate } from './migrate.ts'
export type { MigrationSet } from './migrate.ts'
export {
  suspectConnections,
  extendTransaction,
  patientLimits,
  requestLimits,
  type SessionLimits,
} from './connection/session-limits.ts'
export { runInTransaction, toSqlColumns, type TransactionOptions } from './connection/transaction.ts'
export { DatabaseStartError } from './embedded/start-error.ts'
