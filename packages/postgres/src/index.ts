export { type Connection, connectionStringOf, openPool, type PoolOptions } from './connection.ts'
export { type BackedUp, backUpEmbedded } from './embedded/back-up.ts'
export {
  connectEmbedded,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/embedded.ts'
export { DatabaseTooNew, MigrationFailed } from './migrations/failures.ts'
export { migrate } from './migrations/migrate.ts'
export type { MigrationSet } from './migrations/migration-files.ts'
export { StartRefused } from './start-refused.ts'
