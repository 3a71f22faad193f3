import { accept, pictureLimits, refuse, type Result } from '@espalier/domain'

import { readJpeg } from './jpeg.ts'
import type { Parsed } from './parsed.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** A stranger's file: by its own bytes, never by its name or by what it is said to be. What is no picture data is left out. */
export function readPicture(file: Buffer): Result<Parsed, 'unreadable' | 'too-large'> {
  const { bytes, mostSidePx } = pictureLimits
  if (file.length > bytes) return refuse('too-large')
  const parsed = attempt(file)
  if (parsed === null || parsed.width < 1 || parsed.height < 1) return refuse('unreadable')
  return parsed.width > mostSidePx || parsed.height > mostSidePx ? refuse('too-large') : accept(parsed)
}

function attempt(file: Buffer): Parsed | null {
  if (file.length < 12) return null
  return readPng(file) ?? readJpeg(file) ?? readWebp(file)
}
