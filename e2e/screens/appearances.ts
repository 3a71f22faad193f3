import type { Page } from '@playwright/test'

/** The width and colors a screen is shown in. */
export interface Appearance {
  readonly width: 320 | 390 | 1280 | 1440
  readonly colors: 'light' | 'dark' | 'forced'
}

/** Each scene runs on a desktop and on a phone, because menus may be in other places. */
export interface Device {
  readonly name: 'desktop' | 'phone'
  /** The appearance between two stops. */
  readonly normal: Appearance
  readonly pictured: readonly Appearance[]
  /** The appearances that axe checks: every theme at the narrowest and the widest. */
  readonly checked: readonly Appearance[]
}

const themes = ['light', 'dark', 'forced'] as const

export const devices: readonly Device[] = [
  {
    name: 'desktop',
    normal: { width: 1280, colors: 'light' },
    pictured: [
      { width: 1280, colors: 'light' },
      { width: 1280, colors: 'dark' },
    ],
    checked: themes.map((colors) => ({ width: 1440, colors })),
  },
  {
    name: 'phone',
    normal: { width: 390, colors: 'light' },
    pictured: [{ width: 390, colors: 'light' }],
    checked: themes.map((colors) => ({ width: 320, colors })),
  },
]

/** The screenshots of these checks are saved. */
export const savedAppearances: ReadonlySet<string> = new Set(['dark-320', 'forced-1440'])

export const formatAppearance = ({ width, colors }: Appearance): string => `${colors}-${width}`

const heights = { 320: 640, 390: 844, 1280: 800, 1440: 900 } as const

export async function applyAppearance(page: Page, { width, colors }: Appearance): Promise<void> {
  await page.emulateMedia({
    colorScheme: colors === 'dark' ? 'dark' : 'light',
    forcedColors: colors === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  await page.setViewportSize({ width, height: heights[width] })
  await waitForLayout(page)
}

/** Layout that depends on the window's size is drawn a frame or two later. */
const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await globalThis.document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
