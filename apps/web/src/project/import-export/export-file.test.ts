import { exchangeLimits } from '@espalier/domain'
import { expect, it } from 'vitest'
import { describePictureScale, fitPictureScale } from './export-file.ts'

const { sidePx, pixels } = exchangeLimits.picture

it.each([
  [500, 400],
  [1_000, 500_000],
  [90_000, 90_000],
  [sidePx, 10],
  [0, 0],
])('scales a map of %i x %i to fit what browsers can paint', (width, height) => {
  const scale = fitPictureScale({ width, height })
  expect(Math.max(width, height) * scale).toBeLessThanOrEqual(sidePx + 1e-6)
  expect(width * height * scale ** 2).toBeLessThanOrEqual(pixels + 1)
  expect(scale).toBeGreaterThan(0)
})

it('describes the scale of a picture, and what to do when it is small', () => {
  expect(describePictureScale({ width: 500, height: 400 })).toBe(
    'The picture is 1,000 x 800 pixels, at a scale of 200%.',
  )
  expect(describePictureScale({ width: 1_638.4, height: 163_840 })).toBe(
    'The picture is 163 x 16,384 pixels, at a scale of 10%. For sharp text, choose SVG or PDF.',
  )
})
