import { crc32 } from 'node:zlib'
import { accept, pictureLimits, refuse, type Result } from '@espalier/domain'

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture that was rebuilt from the data that it needs to be displayed. */
interface ParsedPicture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/**
 * Parses an untrusted file by its bytes, never by its name or declared type. Everything except picture data is left
 * out.
 */
export function parsePicture(file: Buffer): Result<ParsedPicture, 'unreadable' | 'too-large'> {
  const { bytes, mostSidePx } = pictureLimits
  if (file.length > bytes) return refuse('too-large')
  const parsed = parseKnownFormat(file)
  if (parsed === null || parsed.width < 1 || parsed.height < 1) return refuse('unreadable')
  return parsed.width > mostSidePx || parsed.height > mostSidePx ? refuse('too-large') : accept(parsed)
}

function parseKnownFormat(file: Buffer): ParsedPicture | null {
  if (file.length < 12) return null
  return parsePng(file) ?? parseJpeg(file) ?? parseWebp(file)
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The chunks of picture data. Texts, times, locations, profiles and further frames are dropped. */
const keptPngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const pngChunkOverhead = 12

function parsePng(file: Buffer): ParsedPicture | null {
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

const jpegStart = Buffer.from([0xff, 0xd8])
const jpegEnd = Buffer.from([0xff, 0xd9])
const jpegMarker = { scan: 0xda, end: 0xd9, tables: 0xdb, huffman: 0xc4, restart: 0xdd, adobe: 0xee } as const

const isJpegFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
/** Adobe's segment defines the color model; the other segments describe the camera, the location and the person. */
const isKeptJpegSegment = (kind: number): boolean =>
  isJpegFrame(kind) ||
  [jpegMarker.scan, jpegMarker.tables, jpegMarker.huffman, jpegMarker.restart, jpegMarker.adobe].some(
    (one) => one === kind,
  )

function parseJpeg(file: Buffer): ParsedPicture | null {
  if (!file.subarray(0, 2).equals(jpegStart)) return null
  const parts: Buffer[] = [jpegStart]
  let size: { readonly width: number; readonly height: number } | null = null
  let hasScan = false
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return null
    const kind = file[at + 1] ?? 0
    if (kind === 0xff) {
      at += 1
      continue
    }
    if (kind === jpegMarker.end) {
      if (size === null || !hasScan) return null
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat([...parts, jpegEnd]) }
    }
    if (at + 4 > file.length) return null
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end < at + 4 || end > file.length) return null
    if (isJpegFrame(kind)) {
      if (size !== null || end < at + 9) return null
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    hasScan ||= kind === jpegMarker.scan
    const next = kind === jpegMarker.scan ? findScanEnd(file, end) : end
    if (isKeptJpegSegment(kind)) parts.push(file.subarray(at, next))
    at = next
  }
  return null
}

/** Returns the position of the next marker: inside a scan 0xff is followed by 0 or by a restart marker. */
function findScanEnd(file: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = file.indexOf(0xff, at)
    if (at === -1) return file.length
    const next = file[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

const webpAlphaFlag = 0x10

/** Keeps one still picture; times, locations, profiles and further frames are dropped. */
function parseWebp(file: Buffer): ParsedPicture | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return null
  const chunks = readWebpChunks(file)
  const lossless = chunks.get('VP8L')
  if (lossless !== undefined) return parseLosslessWebp(lossless)
  const lossy = chunks.get('VP8 ')
  return lossy === undefined ? null : parseLossyWebp(lossy, chunks.get('ALPH'))
}

/** Maps chunk names to the first chunk of that name. */
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

function parseLosslessWebp(data: Buffer): ParsedPicture | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  return { type: 'image/webp', ...size, bytes: buildRiffFile([buildWebpChunk('VP8L', data)]) }
}

function parseLossyWebp(data: Buffer, alpha: Buffer | undefined): ParsedPicture | null {
  const isKeyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a
  if (!isKeyFrame) return null
  const size = { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (size.width === 0 || size.height === 0) return null
  const frame = buildWebpChunk('VP8 ', data)
  const parts =
    alpha === undefined
      ? [frame]
      : [buildWebpChunk('VP8X', buildVp8xHeader(size)), buildWebpChunk('ALPH', alpha), frame]
  return { type: 'image/webp', ...size, bytes: buildRiffFile(parts) }
}

function buildVp8xHeader({ width, height }: { readonly width: number; readonly height: number }): Buffer {
  const bytes = Buffer.alloc(10)
  bytes[0] = webpAlphaFlag
  bytes.writeUIntLE(width - 1, 4, 3)
  bytes.writeUIntLE(height - 1, 7, 3)
  return bytes
}

function buildWebpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function buildRiffFile(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
