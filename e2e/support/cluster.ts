import { startTestCluster } from '@espalier/postgres/testing'
import { bundleServer } from './bundle.ts'

/** Starts one PostgreSQL for all journeys; each server gets its own database in it. */
export default async function startCluster(): Promise<() => Promise<void>> {
  const [cluster, forgetBundle] = await Promise.all([startTestCluster(), bundleServer()])
  return async () => {
    await Promise.all([cluster.stop(), forgetBundle()])
  }
}
