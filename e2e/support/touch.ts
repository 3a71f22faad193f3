import type { CDPSession, Locator, Page } from '@playwright/test'
import { middleOf } from './tree.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** Picks something up with the mouse and puts it down elsewhere. */
export async function dragByMouse(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

/** Holds a finger on something, moves it and lifts it. */
export async function dragByTouch(session: CDPSession, from: Locator, to: Place): Promise<void> {
  const start = await middleOf(from)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: Place | null) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ ...at, id: 0 }] })
  await send('touchStart', start)
  await from.page().waitForTimeout(600)
  for (let step = 1; step <= 8; step += 1)
    await send('touchMove', {
      x: start.x + ((to.x - start.x) * step) / 8,
      y: start.y + ((to.y - start.y) * step) / 8,
    })
  await send('touchEnd', null)
}
