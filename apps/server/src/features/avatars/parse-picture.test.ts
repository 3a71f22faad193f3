import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplePictures } from '../../testing/sample-pictures.ts'
import { parsePicture } from './parse-picture.ts'

const { png, jpeg, webp, webpWithAlpha } = samplePictures
const all = Object.entries(samplePictures)

const readOrThrow = (file: Buffer) => {
  const read = parsePicture(file)
  if (!read.ok) throw new Error(read.reason)
  return read.value
}

describe('Uploaded picture', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/webp', webpWithAlpha],
  ])('recognizes a picture by its bytes: %s', (type, file) => {
    expect(readOrThrow(file)).toMatchObject({ type, width: 3, height: 2 })
  })

  it.each(all)('%s loses its metadata and stays a valid picture', (_name, file) => {
    const { bytes } = readOrThrow(file)
    expect(bytes.toString('latin1')).not.toMatch(/Secret|comment|date:|tIME/)
    expect(readOrThrow(bytes).bytes).toEqual(bytes)
  })

  it.each(all)('%s ends at the end of the picture data', (_name, file) => {
    const { bytes } = readOrThrow(Buffer.concat([file, Buffer.from('<script>alert(1)</script>')]))
    expect(bytes.toString('latin1')).not.toContain('script')
  })

  it('keeps the transparency of a picture', () => {
    expect(readOrThrow(webpWithAlpha).bytes.toString('latin1')).toContain('ALPH')
  })

  it('removes the EXIF data of a camera', () => {
    const exif = Buffer.from('ffe1000a457869660000abcd', 'hex')
    const { bytes } = readOrThrow(Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]))
    expect(bytes.toString('latin1')).not.toContain('Exif')
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000;;;;;;')],
    ['nothing', Buffer.alloc(0)],
    ['half a PNG', png.subarray(0, 60)],
    ['half a JPEG', jpeg.subarray(0, 100)],
    ['half a WebP', webp.subarray(0, 30)],
    ['a PNG with a wrong sum', Buffer.concat([png.subarray(0, 20), Buffer.from([9]), png.subarray(21)])],
    ['only the first bytes', Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
  ])('rejects %s as a picture', (_name, file) => {
    expect(parsePicture(file)).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('rejects a picture that is too large or too wide', () => {
    expect(parsePicture(Buffer.alloc(600_000))).toEqual({ ok: false, reason: 'too-large' })
    const wide = Buffer.from(webp)
    wide.writeUInt16LE(2_000, 26)
    expect(parsePicture(wide)).toEqual({ ok: false, reason: 'too-large' })
  })

  it('returns a result for arbitrary bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(samplePictures)),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
        fc.nat(400),
        (file, changes, cut) => {
          const broken = Buffer.from(file.subarray(0, cut))
          for (const [at, value] of changes) if (at < broken.length) broken[at] = value
          const read = parsePicture(broken)
          if (read.ok) expect(parsePicture(read.value.bytes).ok).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
