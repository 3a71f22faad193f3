/** White text can be read on each of them, and none is near the blue of one's own selection. */
export const presenceColors = [
  '#b3261e',
  '#8e4b10',
  '#6d5a00',
  '#3f6b14',
  '#0f6e4f',
  '#0b6a7a',
  '#46515c',
  '#5c4a3d',
  '#7a3fa6',
  '#a12c72',
] as const

/** Always the same for the same id. */
export function pickPresenceColor(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return presenceColors[sum % presenceColors.length] ?? presenceColors[0]
}
