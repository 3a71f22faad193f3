import { startTestCluster } from './test-cluster.ts'

/** Vitest calls this once before the workers start; they inherit the variable that names the cluster. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return () => cluster.stop()
}
