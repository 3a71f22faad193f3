export { discardDataDir } from './discard.ts'
export { startTestCluster, type TestCluster } from './test-cluster.ts'
export { testDatabase, type TestDatabase } from './test-database.ts'
