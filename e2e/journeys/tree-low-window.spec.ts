import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { test } from '../support/together.ts'
import { clickTool, closeToolMenu, findTreeItem, openTree, pick, createTree } from '../support/tree.ts'

test.afterEach(({ pair }) => pair.ann.page.setViewportSize({ width: 1280, height: 800 }))

/** Checks that all of it is in the window and nothing covers it. */
async function expectInReach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect
    .poll(() =>
      target.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return isInside && hit !== null && (element === hit || element.contains(hit) || hit.contains(element))
      }),
    )
    .toBe(true)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function expectControlsInReach(page: Page): Promise<void> {
  for (const name of ['Back', 'Undo', 'Share', 'Zoom out', 'Zoom in', 'Keyboard shortcuts']) {
    await expectInReach(button(page, name))
  }
  const measureOverflow = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  await expect.poll(measureOverflow, { message: 'the page itself does not scroll' }).toBeLessThanOrEqual(0)
}

for (const [name, width, height] of [
  ['a phone held sideways', 844, 390],
  ['a small phone held sideways', 667, 375],
  ['a window of 1440 by 900 at 200 %', 720, 450],
  ['a window of 1024 by 768 at 200 %', 512, 384],
  ['a phone held upright', 390, 844],
] as const) {
  test(`keeps every control reachable in ${name}`, async ({ pair }) => {
    const { page } = pair.ann
    await page.setViewportSize({ width, height })
    const { projectId } = await createTree(page, 'Low', { Root: { One: {}, Two: {} } })
    await openTree(page, projectId)
    await expectControlsInReach(page)
    await pick(page, 'Root')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
    await expectControlsInReach(page)
    await expectInReach(button(page, 'Close panel'))
    await button(page, 'Close panel').click()
    await expect(findTreeItem(page, 'Root')).toBeFocused()
    await clickTool(page, 'Metrics')
    await page.getByRole('menuitemcheckbox', { name: 'Show burn-up' }).click()
    await page.keyboard.press('Escape')
    await closeToolMenu(page)
    const chart = page.getByRole('img', { name: 'Burn-up chart' })
    await expect(chart).toBeVisible()
    const measureShown = () =>
      chart.evaluate((drawing) => {
        const card = drawing.closest('section')?.getBoundingClientRect()
        const { top, bottom } = drawing.getBoundingClientRect()
        return Math.min(bottom, card?.bottom ?? 0, window.innerHeight) - Math.max(top, card?.top ?? 0)
      })
    await expect
      .poll(measureShown, { message: 'so much of the chart is seen without scrolling' })
      .toBeGreaterThanOrEqual(80)
    for (const zoom of ['Zoom out', 'Zoom in', 'Keyboard shortcuts']) await expectInReach(button(page, zoom))
    await button(page, 'Close burn-up').click()
  })
}
