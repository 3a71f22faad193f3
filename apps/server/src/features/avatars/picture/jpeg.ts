import type { ParsedPicture } from './parsed.ts'

const jpegStart = Buffer.from([0xff, 0xd8])
const jpegEnd = Buffer.from([0xff, 0xd9])
const jpegMarker = { scan: 0xda, end: 0xd9, tables: 0xdb, huffman: 0xc4, restart: 0xdd, adobe: 0xee } as const

const isJpegFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
/** Adobe's mark tells how the colours are meant; the other marks tell of the camera, the place and the person. */
const isKeptJpegSegment = (kind: number): boolean =>
  isJpegFrame(kind) ||
  [jpegMarker.scan, jpegMarker.tables, jpegMarker.huffman, jpegMarker.restart, jpegMarker.adobe].some((one) => one === kind)

export function parseJpeg(file: Buffer): ParsedPicture | null {
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

/** Where the next mark stands: inside a scan 0xff is followed by 0 or by a restart. */
function findScanEnd(file: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = file.indexOf(0xff, at)
    if (at === -1) return file.length
    const next = file[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}
