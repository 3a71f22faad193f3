import type { Page } from '@playwright/test'

/** How a screen is looked at. */
export interface Look {
  readonly width: 320 | 390 | 1280 | 1440
  readonly colours: 'light' | 'dark' | 'forced'
}

export const lookName = ({ width, colours }: Look): string => `${colours}-${width}`

export const usualLook: Look = { width: 1280, colours: 'light' }

/** What axe looks at: every theme at both ends. */
export const checkedLooks: readonly Look[] = [
  { width: 1440, colours: 'light' },
  { width: 320, colours: 'dark' },
  { width: 1440, colours: 'forced' },
  { width: 320, colours: 'light' },
  { width: 1440, colours: 'dark' },
  { width: 320, colours: 'forced' },
]

/** What a picture is taken of besides. */
export const picturedLooks: readonly Look[] = [
  usualLook,
  { width: 1280, colours: 'dark' },
  { width: 390, colours: 'light' },
]

/** The pictures of these are worth keeping of what axe looks at. */
export const keptLooks: ReadonlySet<string> = new Set(['light-320', 'forced-1440'])

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
