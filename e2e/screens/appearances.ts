import type { CDPSession, Page } from '@playwright/test'

/** The width, the colors and the size of text that a screen is shown in. */
export interface Appearance {
  readonly width: 320 | 390 | 1280 | 1440
  readonly colors: 'light' | 'dark' | 'forced'
  /** As a person sets it in the browser. Absent: 100. */
  readonly textPercent?: 200
}

/** Each scene runs on a desktop and on a phone, because menus may be in other places. */
export interface Device {
  readonly name: 'desktop' | 'phone'
  /** The appearance between two stops. */
  readonly normal: Appearance
  readonly pictured: readonly Appearance[]
  /** The appearances that axe checks: all colors at the narrowest and the widest, and large text. */
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
    checked: [
      ...themes.map((colors) => ({ width: 1440, colors }) as const),
      { width: 1440, colors: 'light', textPercent: 200 },
    ],
  },
  {
    name: 'phone',
    normal: { width: 390, colors: 'light' },
    pictured: [{ width: 390, colors: 'light' }],
    checked: [
      ...themes.map((colors) => ({ width: 320, colors }) as const),
      { width: 390, colors: 'light', textPercent: 200 },
    ],
  },
]

/** The screenshots of these checks are saved. */
export const savedAppearances: ReadonlySet<string> = new Set([
  'dark-320',
  'forced-1440',
  'light-1440-200',
  'light-390-200',
])

export const formatAppearance = ({ width, colors, textPercent }: Appearance): string =>
  [colors, width, ...(textPercent === undefined ? [] : [textPercent])].join('-')

const heights = { 320: 640, 390: 844, 1280: 800, 1440: 900 } as const

export async function applyAppearance(page: Page, { width, colors, textPercent }: Appearance): Promise<void> {
  await page.emulateMedia({
    colorScheme: colors === 'dark' ? 'dark' : 'light',
    forcedColors: colors === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  // Large text in a window of 1280 px would be a phone's arrangement for a moment, which closes menus.
  if (textPercent === undefined) await setTextPercent(page, 100)
  await page.setViewportSize({ width, height: heights[width] })
  if (textPercent !== undefined) await setTextPercent(page, textPercent)
  await waitForLayout(page)
}

const sessions = new WeakMap<Page, CDPSession>()

/** Changes the browser's own setting, to which media queries in rem respond too. It lasts as long as its session. */
async function setTextPercent(page: Page, percent: number): Promise<void> {
  if (percent === 100 && !sessions.has(page)) return
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } })
}

/** Layout that depends on the window's size is drawn a frame or two later. */
const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await globalThis.document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
