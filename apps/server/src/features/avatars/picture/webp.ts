import type { ParsedPicture } from './parsed.ts'

const webpAlphaFlag = 0x10

/** One still picture: its times, places, profiles and further frames stay behind. */
export function parseWebp(file: Buffer): ParsedPicture | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return null
  const chunks = readWebpChunks(file)
  const lossless = chunks.get('VP8L')
  if (lossless !== undefined) return parseLosslessWebp(lossless)
  const lossy = chunks.get('VP8 ')
  return lossy === undefined ? null : parseLossyWebp(lossy, chunks.get('ALPH'))
}

/** By name, the first of each. */
function readWebpChunks(file: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  const end = Math.min(file.length, file.readUInt32LE(4) + 8)
  for (let at = 12; at + 8 <= end;) {
    const length = file.readUInt32LE(at + 4)
    if (at + 8 + length > end) break
    const name = file.toString('latin1', at, at + 4)
    if (!chunks.has(name)) chunks.set(name, file.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return chunks
}

function parseLosslessWebp(held: Buffer): ParsedPicture | null {
  if (held.length < 5 || held[0] !== 0x2f) return null
  const bits = held.readUInt32LE(1)
  const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  return { type: 'image/webp', ...size, bytes: buildRiffFile([buildWebpChunk('VP8L', held)]) }
}

function parseLossyWebp(held: Buffer, alpha: Buffer | undefined): ParsedPicture | null {
  const isKeyFrame = held.length >= 10 && ((held[0] ?? 1) & 1) === 0 && held.readUIntBE(3, 3) === 0x9d012a
  if (!isKeyFrame) return null
  const size = { width: held.readUInt16LE(6) & 0x3fff, height: held.readUInt16LE(8) & 0x3fff }
  if (size.width === 0 || size.height === 0) return null
  const frame = buildWebpChunk('VP8 ', held)
  const parts = alpha === undefined ? [frame] : [buildWebpChunk('VP8X', buildVp8xHeader(size)), buildWebpChunk('ALPH', alpha), frame]
  return { type: 'image/webp', ...size, bytes: buildRiffFile(parts) }
}

function buildVp8xHeader({ width, height }: { readonly width: number; readonly height: number }): Buffer {
  const bytes = Buffer.alloc(10)
  bytes[0] = webpAlphaFlag
  bytes.writeUIntLE(width - 1, 4, 3)
  bytes.writeUIntLE(height - 1, 7, 3)
  return bytes
}

function buildWebpChunk(name: string, held: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(held.length, 4)
  return Buffer.concat([head, held, Buffer.alloc(held.length % 2)])
}

function buildRiffFile(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
