import { rm } from 'node:fs/promises'
import { findRunningPostgres } from '../embedded/embedded.ts'
import { locateCluster, resolvePostgresHome, isInStateFolder } from '../embedded/place.ts'
import { stopPostgresImmediately } from '../embedded/running.ts'
import { removeSocketFolder } from '../embedded/socket-folder.ts'

/** Ends what still runs for a test's DATA_DIR and removes it, with what PostgreSQL keeps of it elsewhere. */
export async function discardDataDir(dataDir: string): Promise<void> {
  const running = await findRunningPostgres(dataDir).catch(() => null)
  if (running !== null) await stopPostgresImmediately(running)
  const place = await locateCluster(resolvePostgresHome(dataDir)).catch(() => null)
  if (place !== null) await removeSocketFolder(place)
  if (place !== null && isInStateFolder(place.root)) await rm(place.root, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
