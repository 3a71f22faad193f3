/**
 * White text is readable on each of them, no two are alike, and none is close to the blue of the own selection. A person
 * has the same color in their picture, their outline on the map and their name, unless somebody who came earlier has it.
 */
export const personColors = [
  '#b3261e',
  '#00766a',
  '#6a3ac2',
  '#7a5c00',
  '#b0206e',
  '#1b7a2f',
  '#7a3e2e',
  '#00708f',
  '#a8480a',
  '#9326a8',
  '#4d6b00',
  '#46515c',
] as const

function pickColorIndex(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return sum % personColors.length
}

/** Returns the same color for the same id. */
export const pickPersonColor = (id: string): string => personColors[pickColorIndex(id)] ?? personColors[0]

/**
 * Returns the colors of people who are in one project, in their order. A person whose color is already used gets the
 * next free one, as long as there are enough.
 */
export function assignPersonColors(ids: readonly string[]): readonly string[] {
  const used = new Set<number>()
  return ids.map((id) => {
    const wanted = pickColorIndex(id)
    const choices = personColors.map((_, step) => (wanted + step) % personColors.length)
    const index = choices.find((choice) => !used.has(choice)) ?? wanted
    used.add(index)
    return personColors[index] ?? personColors[0]
  })
}
