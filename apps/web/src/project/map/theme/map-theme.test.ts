import { describe, expect, it } from 'vitest'
import { readThemeColors } from '../../testing/theme-sheet.ts'
import { mapThemes } from '../../workspace/view-settings.ts'
import { branchColorNames, computeContrast, mixColors } from './node-colors.ts'

const variants = mapThemes.flatMap((theme) => [[theme, 'light'] as const, [theme, 'dark'] as const])

/** WCAG AA; the theme Contrast has AAA for texts. */
const leastForText = { paper: 4.5, plain: 4.5, contrast: 7 } as const
const leastForGraphics = 3

describe.each(variants)('map theme %s, %s', (theme, scheme) => {
  const colors = readThemeColors(theme, scheme)
  const read = (name: string): string => colors[name] ?? ''
  const fills = ['default', 'green', 'blue', 'pink'].map((name) => read(`fill-${name}`))
  const ground = read('map-ground')
  const veil = (fill: string) => mixColors(fill, 0.4, ground)

  it('has a veil of the ground that lets 40 % through', () => {
    expect(read('map-veil')).toBe(`${ground}99`)
  })

  it('has readable titles on every color, also on those that step back', () => {
    for (const fill of fills) {
      for (const below of [fill, veil(fill)]) {
        expect(computeContrast(read('node-ink'), below)).toBeGreaterThanOrEqual(leastForText[theme])
        expect(computeContrast(read('node-muted'), below)).toBeGreaterThanOrEqual(leastForText[theme])
      }
    }
    expect(computeContrast(read('ink-root'), read('fill-root'))).toBeGreaterThanOrEqual(leastForText[theme])
  })

  it('has visible status marks on every color', () => {
    for (const fill of fills) {
      expect(computeContrast(read('status-progress'), fill)).toBeGreaterThanOrEqual(leastForGraphics)
      expect(computeContrast(read('status-done'), veil(fill))).toBeGreaterThanOrEqual(leastForGraphics)
    }
  })

  it('has readable texts on what is overdue', () => {
    expect(computeContrast(read('on-overdue'), read('overdue'))).toBeGreaterThanOrEqual(leastForText[theme])
  })

  it('has visible edges and links on its ground', () => {
    expect(computeContrast(read('node-edge'), ground)).toBeGreaterThanOrEqual(leastForGraphics)
    for (const name of branchColorNames) {
      expect(computeContrast(read(`branch-${name}`), ground)).toBeGreaterThanOrEqual(leastForGraphics)
    }
  })

  it('tells the done part of a ring from the rest', () => {
    expect(computeContrast(read('status-done'), read('node-faint'))).toBeGreaterThanOrEqual(leastForGraphics)
  })

  it('tells done and in progress apart from to do, and the colors of the palette from each other', () => {
    expect(new Set([read('status-progress'), read('status-done'), read('node-ink')]).size).toBe(3)
    expect(new Set(fills).size).toBe(fills.length)
  })
})

it('draws no bright boxes on a dark ground', () => {
  for (const theme of mapThemes) {
    const colors = readThemeColors(theme, 'dark')
    for (const name of ['default', 'green', 'blue', 'pink']) {
      expect(computeContrast(colors[`fill-${name}`] ?? '', '#ffffff')).toBeGreaterThan(7)
    }
  }
})
