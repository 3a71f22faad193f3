import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk to the last byte. */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

/** Null when this machine does not allow mounting one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rmdir(folder)
    return null
  }
  await chmod(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a')
      try {
        // Writes smaller and smaller pieces until no more fits.
        for (let bytes = 1 << 20; bytes >= 1 << 12; bytes >>= 1) {
          const piece = Buffer.alloc(bytes)
          while (await file.write(piece).then(({ bytesWritten }) => bytesWritten === bytes, isNoRoom)) continue
        }
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      spawnSync('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}

function isNoRoom(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  return false
}
