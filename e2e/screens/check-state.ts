import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { root } from '../support/process.ts'
import { expect } from '../support/test.ts'
import { savedAppearances, type Appearance, formatAppearance, type Device, applyAppearance } from './appearances.ts'
import type { Stop, StopOptions } from './scene.ts'

export const screenshotFolder = join(root, 'e2e', 'screens', 'screenshots')

/**
 * A sample checks each state in one appearance, in turn. Full coverage checks each in every one, with screenshots.
 */
export type Coverage = 'sample' | 'full'

export function createStop(scene: string, at: number, device: Device, coverage: Coverage): Stop {
  let stopCount = at
  return async (page, name, options = {}) => {
    const state = `${scene}--${name}`
    const isFull = coverage === 'full'
    const checkedAppearances = isFull
      ? device.checked
      : [device.checked[stopCount % device.checked.length] ?? device.normal]
    stopCount += 1
    await expectWholePage(page, state)
    if (isFull) for (const appearance of device.pictured) await saveScreenshot(page, state, appearance)
    for (const appearance of checkedAppearances) {
      await applyAppearance(page, appearance)
      await check(page, state, appearance, options)
      if (isFull && savedAppearances.has(formatAppearance(appearance))) await saveScreenshot(page, state, appearance)
    }
    await applyAppearance(page, device.normal)
  }
}

/** Every state has one main, one h1 and a title. Elements that React has hidden during a transition do not count. */
async function expectWholePage(page: Page, state: string): Promise<void> {
  const counted = await page.evaluate(() => [
    ...['main', 'h1'].map((name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility()).length),
    document.title.endsWith('Espalier'),
  ])
  expect.soft(counted, `${state}: one main, one h1, a title`).toEqual([1, 1, true])
}

async function check(page: Page, state: string, appearance: Appearance, options: StopOptions): Promise<void> {
  const at = `${state}, ${formatAppearance(appearance)}`
  expect.soft(await findBarriers(page, options), `${at}: barriers`).toEqual([])
  expect.soft(await measureOverflow(page), `${at}: pixels that stick out sideways`).toBeLessThanOrEqual(0)
}

const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const tallest = 2_400

async function saveScreenshot(page: Page, state: string, appearance: Appearance): Promise<void> {
  await applyAppearance(page, appearance)
  const fullPage = await page.evaluate(
    (limit) =>
      globalThis.scrollY === 0 &&
      document.documentElement.scrollHeight <= limit &&
      document.querySelector('[role=menu], [role=dialog], [role=alertdialog]') === null,
    tallest,
  )
  const picture = await page.screenshot({ animations: 'disabled', fullPage })
  await mkdir(screenshotFolder, { recursive: true })
  await writeFile(join(screenshotFolder, `${state}--${formatAppearance(appearance)}.png`), picture)
}
