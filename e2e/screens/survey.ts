import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { root } from '../support/process.ts'
import { expect } from '../support/test.ts'
import { checkedLooks, keptLooks, type Look, lookName, picturedLooks, usualLook, wear } from './looks.ts'
import type { Stop, StopOptions } from './scene.ts'

export const pictureFolder = join(root, 'e2e', 'screens', 'taken')

/** A glance: each state in one look, the next in the next. A whole survey: each in every look, with pictures. */
export type Extent = 'glance' | 'whole'

export function surveyor(scene: string, at: number, extent: Extent): Stop {
  let seen = at
  return async (page, name, options = {}) => {
    const state = `${scene}--${name}`
    const looks = extent === 'whole' ? checkedLooks : [checkedLooks[seen % checkedLooks.length] ?? usualLook]
    seen += 1
    if (extent === 'whole') for (const look of picturedLooks) await takePicture(page, state, look)
    for (const look of looks) {
      await wear(page, look)
      await check(page, state, look, options)
      if (extent === 'whole' && keptLooks.has(lookName(look))) await takePicture(page, state, look)
    }
    await wear(page, usualLook)
  }
}

async function check(page: Page, state: string, look: Look, options: StopOptions): Promise<void> {
  const at = `${state}, ${lookName(look)}`
  expect.soft(await findBarriers(page, options), `${at}: barriers`).toEqual([])
  expect.soft(await sticksOut(page), `${at}: pixels that stick out sideways`).toBeLessThanOrEqual(0)
}

const sticksOut = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const tallest = 2_400

async function takePicture(page: Page, state: string, look: Look): Promise<void> {
  await wear(page, look)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const picture = await page.screenshot({ animations: 'disabled', fullPage: height <= tallest })
  await mkdir(pictureFolder, { recursive: true })
  await writeFile(join(pictureFolder, `${state}--${lookName(look)}.png`), picture)
}
