import { expect, it } from 'vitest'
import { assignPersonColors, personColors, pickPersonColor } from './person-color.ts'

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it('uses only colors on which white text is readable', () => {
  for (const color of personColors) expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
})

it('gives an id one color and spreads ids over all colors', () => {
  const ids = Array.from(
    { length: 1_200 },
    (_, index) => `6f1f3c1e-0f5a-4f0e-9a52-${index.toString(16).padStart(12, '0')}`,
  )
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(pickPersonColor(id), (counts.get(pickPersonColor(id)) ?? 0) + 1)
  expect([...counts.keys()].toSorted()).toEqual([...personColors].toSorted())
  expect(Math.max(...counts.values())).toBeLessThan(200)
})

it('gives people in one place distinct colors, and those who were there first their own', () => {
  const ids = Array.from({ length: personColors.length }, (_, index) => `person ${index}`)
  const colors = assignPersonColors(ids)
  expect(new Set(colors).size).toBe(personColors.length)
  expect(colors[0]).toBe(pickPersonColor('person 0'))
  expect(assignPersonColors([...ids, 'one more']).slice(0, -1)).toEqual(colors)
  expect(assignPersonColors([...ids, 'one more']).at(-1)).toBe(pickPersonColor('one more'))
})
