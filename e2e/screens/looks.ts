import type { Page } from '@playwright/test'

/** The conditions a screen is shown in. */
export interface Look {
  readonly width: 320 | 390 | 1280 | 1440
  readonly colours: 'light' | 'dark' | 'forced'
}

/** A walk is made once on a desktop and once on a phone, because menus may be elsewhere. */
export interface Seat {
  readonly name: 'desk' | 'phone'
  /** The look of the walk itself. */
  readonly usual: Look
  readonly pictured: readonly Look[]
  /** The looks that axe checks: every theme at the extreme widths. */
  readonly checked: readonly Look[]
}

const themes = ['light', 'dark', 'forced'] as const

export const seats: readonly Seat[] = [
  {
    name: 'desk',
    usual: { width: 1280, colours: 'light' },
    pictured: [
      { width: 1280, colours: 'light' },
      { width: 1280, colours: 'dark' },
    ],
    checked: themes.map((colours) => ({ width: 1440, colours })),
  },
  {
    name: 'phone',
    usual: { width: 390, colours: 'light' },
    pictured: [{ width: 390, colours: 'light' }],
    checked: themes.map((colours) => ({ width: 320, colours })),
  },
]

/** The pictures of these axe checks are kept. */
export const keptLooks: ReadonlySet<string> = new Set(['dark-320', 'forced-1440'])

export const formatLookName = ({ width, colours }: Look): string => `${colours}-${width}`

const heights = { 320: 640, 390: 844, 1280: 800, 1440: 900 } as const

export async function wear(page: Page, { width, colours }: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: colours === 'dark' ? 'dark' : 'light',
    forcedColors: colours === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  await page.setViewportSize({ width, height: heights[width] })
  await settle(page)
}

/** Layout that depends on the window's size is drawn a frame or two later. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await globalThis.document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
