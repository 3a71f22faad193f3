import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible, register } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { createTree, middleOf } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const dayMs = 86_400_000
/** The day that is this many days after today in the time zone of the page. */
const day = (by: number): string => {
  const date = new Date(Date.now() + by * dayMs)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

const findBar = (page: Page, title: string, start: number, due: number): Locator =>
  page.getByRole('button', { name: `${title}, ${day(start)} to ${day(due)}`, exact: true })
const findTray = (page: Page): Locator => page.getByRole('region', { name: 'Not scheduled' })

const update = (page: Page, id: string | undefined, data: object): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', { id, data })

async function openTimeline(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}/timeline`)
  await expect(page.locator('[data-view="timeline"]')).toHaveAttribute('data-ready', 'true')
  // Until the person's rights are known, the timeline is read-only.
  const tools = page.getByRole('group', { name: 'Tools' })
  await expect(tools.or(page.getByText('View only'))).not.toHaveCount(0)
}

async function dragBy(page: Page, from: Locator, dx: number, dy = 0): Promise<void> {
  const { x, y } = await middleOf(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx / 2, y + dy / 2)
  await page.mouse.move(x + dx, y + dy, { steps: 4 })
  await page.mouse.up()
}

/** The width of a day when the timeline is first opened. */
const dayPx = 14

test('is planned by mouse and keyboard while somebody else sees it', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Orchard', {
    Orchard: { Dig: {}, Plant: {}, Press: {}, Feast: {} },
  })
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await update(page, ids.get('Dig'), { startDate: day(0), dueDate: day(4) })
  await update(page, ids.get('Plant'), { startDate: day(2), dueDate: day(8), blockedByIds: [ids.get('Dig')] })
  await update(page, ids.get('Feast'), { dueDate: day(12), estimate: 0 })
  await openTimeline(page, projectId)
  await openTimeline(bea.page, projectId)
  await expect(findTray(page).getByRole('button', { name: 'Press', exact: true })).toBeVisible()
  await expect(findBar(page, 'Feast', 12, 12)).toHaveAccessibleDescription('Milestone')
  await expect(findBar(page, 'Plant', 2, 8)).toHaveAccessibleDescription(`Starts before “Dig” is due (${day(4)})`)
  await expectAccessible(page)

  await test.step('a drag moves a bar by days, and the mark goes with its reason', async () => {
    await dragBy(page, findBar(page, 'Plant', 2, 8), 2 * dayPx)
    await expect(findBar(page, 'Plant', 4, 10)).toHaveAccessibleDescription('')
    await expect(findBar(bea.page, 'Plant', 4, 10)).toBeVisible()
    await dragBy(page, findBar(page, 'Plant', 4, 10).locator('[data-grip="due"]'), 3 * dayPx)
    await expect(findBar(bea.page, 'Plant', 4, 13)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(findBar(bea.page, 'Plant', 4, 10)).toBeVisible()
  })

  await test.step('a node without dates is dragged in', async () => {
    const from = await middleOf(findTray(page).getByRole('button', { name: 'Press', exact: true }))
    const to = await middleOf(findBar(page, 'Feast', 12, 12))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y)
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await expect(findBar(page, 'Press', 12, 12)).toBeFocused()
    await expect(findBar(bea.page, 'Press', 12, 12)).toBeVisible()
  })

  await test.step('everything is done by keyboard too', async () => {
    const { keyboard } = page
    await keyboard.press('Alt+Shift+ArrowLeft')
    await keyboard.press('Alt+ArrowRight')
    await expect(findBar(page, 'Press', 6, 6)).toBeFocused()
    await keyboard.press(']')
    await keyboard.press(']')
    await expect(findBar(bea.page, 'Press', 6, 8)).toBeVisible()
    await keyboard.press('ArrowUp')
    await expect(findBar(page, 'Plant', 4, 10)).toBeFocused()
    await keyboard.press('Shift+Space')
    await expect(findBar(page, 'Plant', 4, 10)).toHaveAttribute('data-status', 'progress')
    await keyboard.press('Home')
    await keyboard.press('Alt+ArrowRight')
    await expect(findBar(page, 'Orchard', 0, 0)).toBeFocused()
    await keyboard.press('ArrowLeft')
    await expect(findBar(page, 'Plant', 4, 10)).toHaveCount(0)
    await keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Show more time' }).click()
    await expect(page.getByText('Months')).toBeVisible()
    await expect(findBar(page, 'Plant', 4, 10)).toBeVisible()
  })

  await test.step('a viewer changes nothing', async () => {
    const plant = findBar(bea.page, 'Plant', 4, 10)
    await dragBy(bea.page, plant, 4 * dayPx)
    await plant.focus()
    await bea.page.keyboard.press('Alt+ArrowRight')
    await bea.page.keyboard.press(']')
    await expect(plant).toBeVisible()
    await expect(findBar(page, 'Plant', 4, 10)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('is planned by touch alone', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId, ids } = await createTree(page, 'Thumb', { Garden: { Beds: {}, Wall: {} } })
    await update(page, ids.get('Beds'), { startDate: day(0), dueDate: day(4) })
    await openTimeline(page, projectId)
    await expectAccessible(page)
    const session = await page.context().newCDPSession(page)
    const drag = async (from: Locator, dx: number) => {
      const { x, y } = await middleOf(from)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x: at, y, id: 0 }] })
      await send('touchStart', x)
      for (let step = 1; step <= 8; step += 1) await send('touchMove', x + (dx * step) / 8)
      // After a finger that has not come to rest, the browser ignores the next tap.
      await page.waitForTimeout(150)
      await send('touchEnd', null)
    }
    await findBar(page, 'Beds', 0, 4).tap()
    await expect(findBar(page, 'Beds', 0, 4)).toHaveAttribute('data-current', '')
    const grip = findBar(page, 'Beds', 0, 4).locator('[data-grip="due"]')
    expect((await grip.boundingBox())?.width).toBeGreaterThanOrEqual(44)
    await drag(grip, 2 * dayPx)
    await expect(findBar(page, 'Beds', 0, 6)).toBeVisible()
    await drag(findBar(page, 'Beds', 0, 6), -2 * dayPx)
    await expect(findBar(page, 'Beds', -2, 4)).toBeVisible()
    await page.getByRole('button', { name: 'Not scheduled', exact: true }).tap()
    await findTray(page).getByRole('button', { name: 'Schedule “Wall”' }).tap()
    await expect(findBar(page, 'Wall', 0, 0)).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
