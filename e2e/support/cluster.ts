import { startTestCluster } from '@espalier/postgres/testing'

/** One PostgreSQL for all journeys; each server gets a database of its own in it. */
export default async function startCluster(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return () => cluster.stop()
}
