import { startTestCluster } from '@espalier/postgres/testing'
import { bundleServer } from './bundle.ts'

/** One PostgreSQL for all journeys; each server gets a database of its own in it. */
export default async function startCluster(): Promise<() => Promise<void>> {
  const [cluster, forgetBundle] = await Promise.all([startTestCluster(), bundleServer()])
  return async () => {
    await Promise.all([cluster.stop(), forgetBundle()])
  }
}
