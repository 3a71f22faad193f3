import { limits } from '@espalier/domain'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { ImportError } from './fault.ts'

const { bytes: maxArchiveBytes, archiveRatio } = limits.files

/** The named parts of an archive, nothing else of it unpacked. */
export function readArchiveParts(archive: Uint8Array, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
  if (archive.length > maxArchiveBytes) throw new ImportError('too-large')
  const wanted = new Set(names)
  try {
    // What unpacks to more than it declares is cut off at what it declares.
    const parts = unzipSync(archive, {
      filter: ({ name, size, originalSize }) => {
        if (!wanted.has(name)) return false
        const isBomb = originalSize > archiveRatio.fromBytes && originalSize > size * archiveRatio.times
        if (originalSize > maxArchiveBytes || isBomb) throw new ImportError('archive-bomb', name)
        return true
      },
    })
    return new Map(Object.entries(parts))
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError('broken', error instanceof Error ? error.message : 'the archive cannot be opened')
  }
}

// The same project gives the same file: an archive keeps times, and ours has none.
const noTime = '1990-01-01T12:00:00'

export const writeArchive = (parts: Readonly<Record<string, unknown>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, strToU8(JSON.stringify(value))])), {
    mtime: noTime,
  })
