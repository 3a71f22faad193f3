import { crc32 } from 'node:zlib'

import type { ParsedPicture } from './parsed.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a picture is made of. Texts, times, places, profiles and further frames are not. */
const keptPngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const pngChunkOverhead = 12

export function parsePng(file: Buffer): ParsedPicture | null {
  if (!file.subarray(0, pngSignature.length).equals(pngSignature)) return null
  const parts: Buffer[] = [pngSignature]
  let size: { readonly width: number; readonly height: number } | null = null
  for (let at = pngSignature.length; at + pngChunkOverhead <= file.length;) {
    const length = file.readUInt32BE(at)
    const end = at + pngChunkOverhead + length
    if (end > file.length) return null
    const kind = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    if ((kind === 'IHDR') !== (size === null)) return null
    if (kind === 'IHDR') {
      if (length !== 13) return null
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    }
    if (keptPngChunks.has(kind)) parts.push(file.subarray(at, end))
    if (kind === 'IEND') return size === null ? null : { type: 'image/png', ...size, bytes: Buffer.concat(parts) }
    at = end
  }
  return null
}
