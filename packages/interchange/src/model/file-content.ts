import { exchangeLimits } from '@espalier/domain'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { ImportError } from './import-fault.ts'
import { importDetailTexts } from './import-texts.ts'

const headBytes = 200
const xmlEncodingPattern = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/u

/** Decodes a file's text by its byte order mark, its XML declaration or its zero bytes; otherwise it must be UTF-8. */
export function decodeText(given: Uint8Array | string): string {
  if (given.length > exchangeLimits.files.bytes) throw new ImportError('too-large')
  if (typeof given === 'string') return given.replace(/^\ufeff/u, '')
  const label = detectEncoding(given)
  try {
    return new TextDecoder(label, { fatal: true }).decode(given)
  } catch {
    throw new ImportError('wrong-encoding')
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first !== 0 && first !== undefined && second === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be'
  const head = String.fromCharCode(...bytes.subarray(0, headBytes))
  const named = xmlEncodingPattern.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  // A file whose declaration was readable as single bytes cannot be in a two-byte encoding, whatever it declares.
  return named.startsWith('utf-16') || named.startsWith('utf-32') ? 'utf-8' : named
}

const { bytes: maxArchiveBytes, archiveRatio } = exchangeLimits.files

/** Reads the named members of an archive without unpacking anything else. */
export function readArchiveParts(archive: Uint8Array, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
  if (archive.length > maxArchiveBytes) throw new ImportError('too-large')
  const wanted = new Set(names)
  try {
    // A member that unpacks to more than it declares is truncated.
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
    throw new ImportError('broken', error instanceof Error ? error.message : importDetailTexts.archiveUnreadable)
  }
}

// The same project gives the same file, so the archive has a fixed time.
const noTime = '1990-01-01T12:00:00'

export const writeArchive = (parts: Readonly<Record<string, unknown>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, strToU8(JSON.stringify(value))])), {
    mtime: noTime,
  })
