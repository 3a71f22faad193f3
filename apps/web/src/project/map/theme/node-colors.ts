import { isHexColor, limits, type NodeStyle } from '@espalier/domain'
import type { NodeRank } from '../measure/title-measure.ts'

/** The palette as the themes of the map name it. The default is drawn in the theme's own color, whatever is stored. */
export type PaletteColor = 'default' | 'green' | 'blue' | 'pink'

const paletteNames: ReadonlyMap<string, PaletteColor> = new Map<string, PaletteColor>([
  [limits.nodePalette[0], 'default'],
  [limits.nodePalette[1], 'green'],
  [limits.nodePalette[2], 'blue'],
  [limits.nodePalette[3], 'pink'],
])

/** Returns null for a color that is not in the palette. */
export const findPaletteColor = (backgroundColor: string): PaletteColor | null =>
  paletteNames.get(backgroundColor.toLowerCase()) ?? null

/**
 * The names of the colors in which branches are drawn; each map theme defines them all. A branch without a chosen color
 * has one of the hues.
 */
export const branchColorNames = [
  'none',
  'hue0',
  'hue1',
  'hue2',
  'hue3',
  'hue4',
  'hue5',
  'green',
  'blue',
  'pink',
] as const
export type BranchColor = (typeof branchColorNames)[number]

export const branchHues: readonly BranchColor[] = branchColorNames.filter((name) => name.startsWith('hue'))

const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/iu

/** Writes a color in six digits without its transparency. Null: it is no color. */
export function toHexColor(color: string): string | null {
  const short = shortHex.exec(color)
  const long =
    short === null
      ? color.slice(0, 7)
      : `#${short
          .slice(1, 4)
          .map((digit) => digit + digit)
          .join('')}`
  return isHexColor(long) ? long.toLowerCase() : null
}

const readChannels = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** The relative luminance of WCAG. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors in six digits, from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes two colors in six digits as `color-mix(in srgb, ...)` does. */
export function mixColors(one: string, share: number, other: string): string {
  const others = readChannels(other)
  const mixed = readChannels(one).map((channel, at) => Math.round(channel * share + (others[at] ?? 0) * (1 - share)))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const inks = { dark: '#1f2a22', light: '#ffffff' } as const

/** Any color can be stored for a node: its text is dark or light, whichever is easier to read on it. */
export const chooseInk = (fill: string): string =>
  computeContrast(fill, inks.dark) >= computeContrast(fill, inks.light) ? inks.dark : inks.light

/** The theme has the colors of branches and of the palette; any other color is drawn as it is stored. */
export function getColorVariables(
  rank: NodeRank,
  branchColor: BranchColor,
  { style: { backgroundColor } }: { readonly style: NodeStyle },
): Readonly<Record<string, string>> {
  const fill = findPaletteColor(backgroundColor) === null ? toHexColor(backgroundColor) : null
  return {
    ...(rank === 'branch' && { '--branch': `var(--branch-${branchColor})` }),
    ...(fill !== null && { '--own-fill': fill, '--own-ink': chooseInk(fill) }),
  }
}
