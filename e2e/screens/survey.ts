import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { root } from '../support/process.ts'
import { expect } from '../support/test.ts'
import { keptLooks, type Look, formatLookName, type Seat, wear } from './looks.ts'
import type { Stop, StopOptions } from './scene.ts'

export const pictureFolder = join(root, 'e2e', 'screens', 'taken')

/**
 * A glance shows each state in one look, the next in the next. A whole survey shows each in every look, with pictures.
 */
export type Extent = 'glance' | 'whole'

export function surveyor(scene: string, at: number, seat: Seat, extent: Extent): Stop {
  let seen = at
  return async (page, name, options = {}) => {
    const state = `${scene}--${name}`
    const isWhole = extent === 'whole'
    const checkedLooks = isWhole ? seat.checked : [seat.checked[seen % seat.checked.length] ?? seat.usual]
    seen += 1
    await expectWholePage(page, state)
    if (isWhole) for (const look of seat.pictured) await takePicture(page, state, look)
    for (const look of checkedLooks) {
      await wear(page, look)
      await check(page, state, look, options)
      if (isWhole && keptLooks.has(formatLookName(look))) await takePicture(page, state, look)
    }
    await wear(page, seat.usual)
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

async function check(page: Page, state: string, look: Look, options: StopOptions): Promise<void> {
  const at = `${state}, ${formatLookName(look)}`
  expect.soft(await findBarriers(page, options), `${at}: barriers`).toEqual([])
  expect.soft(await sticksOut(page), `${at}: pixels that stick out sideways`).toBeLessThanOrEqual(0)
}

const sticksOut = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const tallest = 2_400

async function takePicture(page: Page, state: string, look: Look): Promise<void> {
  await wear(page, look)
  const fullPage = await page.evaluate(
    (limit) =>
      globalThis.scrollY === 0 &&
      document.documentElement.scrollHeight <= limit &&
      document.querySelector('[role=menu], [role=dialog], [role=alertdialog]') === null,
    tallest,
  )
  const picture = await page.screenshot({ animations: 'disabled', fullPage })
  await mkdir(pictureFolder, { recursive: true })
  await writeFile(join(pictureFolder, `${state}--${formatLookName(look)}.png`), picture)
}
