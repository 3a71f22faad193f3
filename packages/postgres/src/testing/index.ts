export { type DatabaseRelay, openDatabaseRelay } from './database-relay.ts'
export { discardDataDir } from './discard.ts'
export { startTestCluster, type TestCluster } from './test-cluster.ts'
export { testDatabase, type TestDatabase } from './test-database.ts'
