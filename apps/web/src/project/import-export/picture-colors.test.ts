import { expect, it } from 'vitest'
import { readThemeColors } from '../testing/theme-sheet.ts'
import { mapThemes } from '../workspace/view-settings.ts'
import { pictureColors } from './picture-colors.ts'

const prefix = (name: string, group: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(group).map(([key, color]) => [`${name}-${key}`, color]))

it.each(mapThemes)('has the light colors of the map theme %s', (theme) => {
  const { ground, ink, muted, edge, faint, fills, root, statuses, overdue, branches } = pictureColors[theme]
  expect({
    'map-ground': ground,
    'map-veil': `${ground}99`,
    'node-ink': ink,
    'node-muted': muted,
    'node-edge': edge,
    'node-faint': faint,
    'fill-root': root.fill,
    'ink-root': root.ink,
    overdue: overdue.fill,
    'on-overdue': overdue.ink,
    ...prefix('fill', fills),
    ...prefix('status', statuses),
    ...prefix('branch', branches),
    // The style sheet has one color more than pictures, which have no grid.
    'map-dots': readThemeColors(theme, 'light')['map-dots'],
  }).toEqual(readThemeColors(theme, 'light'))
})
