import type { Page } from '@playwright/test'

/** How a screen is looked at. */
export interface Look {
  readonly width: 320 | 390 | 1280 | 1440
  readonly colours: 'light' | 'dark' | 'forced'
}

/** A walk is made once on a desk and once on a phone: what a menu hangs from may be elsewhere. */
export interface Seat {
  readonly name: 'desk' | 'phone'
  /** How the walk itself is made. */
  readonly usual: Look
  readonly pictured: readonly Look[]
  /** What axe looks at: every theme, at the far end. */
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

/** The pictures of these are worth keeping of what axe looks at. */
export const keptLooks: ReadonlySet<string> = new Set(['dark-320', 'forced-1440'])

export const lookName = ({ width, colours }: Look): string => `${colours}-${width}`

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

/** What follows the size of the window is drawn a frame or two after it. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await globalThis.document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
