import { crc32 } from 'node:zlib'

import type { Parsed } from './parsed.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a picture is made of. Texts, times, places, profiles and further frames are not. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const overhead = 12

export function readPng(file: Buffer): Parsed | null {
  if (!file.subarray(0, signature.length).equals(signature)) return null
  const parts: Buffer[] = [signature]
  let size: { readonly width: number; readonly height: number } | null = null
  for (let at = signature.length; at + overhead <= file.length;) {
    const length = file.readUInt32BE(at)
    const end = at + overhead + length
    if (end > file.length) return null
    const kind = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    if ((kind === 'IHDR') !== (size === null)) return null
    if (kind === 'IHDR') {
      if (length !== 13) return null
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    }
    if (kept.has(kind)) parts.push(file.subarray(at, end))
    if (kind === 'IEND') return size === null ? null : { type: 'image/png', ...size, bytes: Buffer.concat(parts) }
    at = end
  }
  return null
}
