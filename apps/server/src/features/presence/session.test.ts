import { expect, it } from 'vitest'
import { pickPresenceColor, presenceColors } from './session.ts'

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it('uses only colors on which white text is readable', () => {
  for (const colour of presenceColors) expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(4.5)
})

it('gives an id one color and spreads ids over all colors', () => {
  const ids = Array.from(
    { length: 1_000 },
    (_, index) => `6f1f3c1e-0f5a-4f0e-9a52-${index.toString(16).padStart(12, '0')}`,
  )
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(pickPresenceColor(id), (counts.get(pickPresenceColor(id)) ?? 0) + 1)
  expect([...counts.keys()].sort()).toEqual([...presenceColors].sort())
  expect(Math.max(...counts.values())).toBeLessThan(200)
})
