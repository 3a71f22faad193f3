import { accept, pictureLimits, refuse, type Result } from '@espalier/domain'

import { parseJpeg } from './jpeg.ts'
import type { ParsedPicture } from './parsed.ts'
import { parsePng } from './png.ts'
import { parseWebp } from './webp.ts'

/** A stranger's file: by its own bytes, never by its name or by what it is said to be. What is no picture data is left out. */
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
