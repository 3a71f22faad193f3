import { rm } from 'node:fs/promises'
import { findRunning } from '../embedded/embedded.ts'
import { findPlace, homeOf, isInStateFolder } from '../embedded/place.ts'
import { endAtOnce } from '../embedded/running.ts'
import { removeSocketFolder } from '../embedded/socket-folder.ts'

/** Ends what still runs for a test's DATA_DIR and removes it, with what PostgreSQL keeps of it elsewhere. */
export async function discardDataDir(dataDir: string): Promise<void> {
  const running = await findRunning(dataDir).catch(() => null)
  if (running !== null) await endAtOnce(running)
  const place = await findPlace(homeOf(dataDir)).catch(() => null)
  if (place !== null) await removeSocketFolder(place)
  if (place !== null && isInStateFolder(place.root)) await rm(place.root, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
