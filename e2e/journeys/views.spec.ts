import type { CDPSession, Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible, register } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import {
  canvasOf,
  createTree,
  expectStored,
  findTreeItem,
  middleOf,
  openTree,
  settledBox,
  titleEditor,
} from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const findOutline = (page: Page): Locator => page.locator('[data-view="outline"]')
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }

async function openOutline(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}/outline`)
  await expect(findOutline(page)).toHaveAttribute('data-ready', 'true')
}

/** Waits until the person's rights are known: a click on a title puts the caret into it. */
async function write(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('group', { name: 'Tools' })).not.toHaveCount(0)
  await findTreeItem(page, title).getByText(title).click()
  await expect(titleEditor(page)).toBeFocused()
}

test('changes the view with selection, filter and address, and Back returns', async ({ pair: { ann } }) => {
  const { page } = ann
  const { projectId } = await createTree(page, 'Views', garden)
  await openTree(page, projectId)
  await findTreeItem(page, 'Soil').focus()
  await expect(page.getByRole('tablist', { name: 'Views' })).toBeVisible()
  await expect(tab(page, 'Map')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Outline').click()
  await expect(findOutline(page)).toHaveAttribute('data-ready', 'true')
  await expect(page).toHaveURL(new RegExp(`/tree/${projectId}/outline$`))
  await expect(canvasOf(page)).toHaveCount(0)
  await expect(findTreeItem(page, 'Soil')).toHaveAttribute('aria-selected', 'true')
  await expect(findTreeItem(page, 'Soil')).toHaveAttribute('aria-level', '3')
  await expect(findTreeItem(page, 'Soil')).toHaveAttribute('data-status', 'todo')
  await expectAccessible(page)
  await findTreeItem(page, 'Pears').focus()
  await page.keyboard.press('Shift+Space')
  await expect(findTreeItem(page, 'Pears')).toHaveAttribute('data-status', 'progress')
  await page.goBack()
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await expect(findTreeItem(page, 'Pears')).toHaveAttribute('aria-selected', 'true')
  await expect(findTreeItem(page, 'Pears')).toBeInViewport()
  await findTreeItem(page, 'Pears').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(findTreeItem(page, 'Pears')).toHaveAttribute('data-status', 'todo')
  await page.goForward()
  await expect(findOutline(page)).toHaveAttribute('data-ready', 'true')
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('Seeds')
  await expect(findTreeItem(page, 'Wall')).toHaveCount(0)
  await expect(findTreeItem(page, 'Beds')).toBeVisible()
  await tab(page, 'Map').click()
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await expect(page).toHaveURL(/\/tree\/[^/]+#.*filter=Seeds/)
  await expect(findTreeItem(page, 'Wall')).toHaveCount(0)
  await expect(findTreeItem(page, 'Seeds')).toBeVisible()
})

test('is written by keyboard alone', async ({ pair: { ann } }) => {
  const { page } = ann
  const { projectId } = await createTree(page, 'Keys', garden)
  const { keyboard } = page
  await openOutline(page, projectId)
  await write(page, 'Wall')
  await keyboard.press('End')
  await keyboard.press('Enter')
  await keyboard.type('Stones')
  await keyboard.press('Tab')
  await expect(findTreeItem(page, 'Stones')).toHaveAttribute('aria-level', '3')
  await expect(titleEditor(page)).toBeFocused()
  await keyboard.type(' and lime')
  await keyboard.press('Enter')
  await keyboard.type('Ties')
  await keyboard.press('Shift+Tab')
  await expectStored(page, projectId, 'Garden(Beds(Soil Seeds) Wall(Stones and lime) Ties Pears)')
  await keyboard.press('Alt+ArrowDown')
  await expect(titleEditor(page)).toBeFocused()
  await expectStored(page, projectId, 'Garden(Beds(Soil Seeds) Wall(Stones and lime) Pears Ties)')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await expect(findTreeItem(page, 'Stones and lime').getByRole('textbox')).toBeFocused()
  await keyboard.press('End')
  for (let at = 0; at < 'lime'.length; at += 1) await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await expect(findTreeItem(page, 'lime').getByRole('textbox')).toBeFocused()
  await expect(findTreeItem(page, 'Stones and')).toBeVisible()
  await keyboard.press('Backspace')
  await expect(findTreeItem(page, 'Stones andlime').getByRole('textbox')).toBeFocused()
  await keyboard.type(' ')
  await keyboard.press('Escape')
  await keyboard.press('Home')
  await expect(findTreeItem(page, 'Garden')).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowLeft')
  await expect(findTreeItem(page, 'Beds')).toHaveAttribute('aria-expanded', 'false')
  await expect(findTreeItem(page, 'Soil')).toHaveCount(0)
  await keyboard.press('Control+ArrowDown')
  await expect(findTreeItem(page, 'Soil')).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+ArrowDown')
  await expect(page.locator('[aria-selected="true"][role="treeitem"]')).toHaveCount(2)
  await keyboard.press('Delete')
  await expect(findTreeItem(page, 'Seeds')).toHaveCount(0)
  await keyboard.press('ControlOrMeta+z')
  await expect(findTreeItem(page, 'Seeds')).toBeVisible()
  await expect(findTreeItem(page, 'Soil')).toBeVisible()
})

const update = (page: Page, id: string | undefined, data: object): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', { id, data })

test('shows a node under each of its parents, drags, pastes, and is only read by a viewer', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Rows', garden)
  await update(page, ids.get('Soil'), { parentIds: [ids.get('Beds'), ids.get('Pears')] })
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openOutline(page, projectId)
  await openOutline(bea.page, projectId)
  const soil = findTreeItem(page, 'Soil')
  await expect(soil).toHaveCount(2)
  await expect(soil.nth(0)).toHaveAccessibleDescription(/also under Pears/)
  await expect(soil.nth(1)).toHaveAccessibleDescription(/also under Beds/)
  await write(page, 'Seeds')
  await soil.nth(1).getByText('Soil').click()
  await expect(soil.nth(1).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' and sand')
  // Others see the title while it is written.
  await expect(findTreeItem(bea.page, 'Soil and sand')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(findTreeItem(bea.page, 'Soil')).toHaveCount(2)

  await expect(bea.page.getByText('View only')).toBeVisible()
  await findTreeItem(bea.page, 'Wall').getByText('Wall').click()
  await expect(findTreeItem(bea.page, 'Wall')).toBeFocused()
  await bea.page.keyboard.type('x')
  await expect(titleEditor(bea.page)).toHaveCount(0)
  await bea.page.keyboard.press('Tab')
  await expectStored(page, projectId, 'Garden(Beds(Soil Seeds) Wall Pears(Soil))')

  const handle = findTreeItem(page, 'Wall').locator('[data-handle]')
  const [from, to] = [await middleOf(handle), await settledBox(findTreeItem(page, 'Beds').locator('[data-handle]'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 10)
  await page.mouse.move(to.x + 30, to.y + to.height, { steps: 5 })
  await page.mouse.up()
  await expectStored(page, projectId, 'Garden(Beds(Wall Soil Seeds) Pears(Soil))')
  await page.keyboard.press('ControlOrMeta+z')
  await expectStored(page, projectId, 'Garden(Beds(Soil Seeds) Wall Pears(Soil))')

  await write(page, 'Wall')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Stones\n\tLime\n\tSand\nTies')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expectStored(page, projectId, 'Garden(Beds(Soil Seeds) Wall Stones(Lime Sand) Ties Pears(Soil))')
})

test('keeps the caret while somebody else writes above it', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await createTree(ann.page, 'Caret', garden)
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  await openOutline(ann.page, projectId)
  await openOutline(bea.page, projectId)
  await write(ann.page, 'Pears')
  await ann.page.keyboard.press('End')
  await ann.page.keyboard.type(' and')
  await write(bea.page, 'Seeds')
  await bea.page.keyboard.press('End')
  await bea.page.keyboard.press('Enter')
  await bea.page.keyboard.type('Onions')
  await bea.page.keyboard.press('Escape')
  await update(bea.page, ids.get('Wall'), { title: 'A wall' })
  await expect(findTreeItem(ann.page, 'A wall')).toBeVisible()
  await ann.page.keyboard.type(' apples')
  await ann.page.keyboard.press('Enter')
  await ann.page.keyboard.type('Plums')
  await ann.page.keyboard.press('Escape')
  await expect(findTreeItem(bea.page, 'Pears and apples')).toBeVisible()
})

async function swipe(session: CDPSession, row: Locator, dx: number): Promise<void> {
  const { x, y } = await middleOf(row)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x: at, y, id: 0 }] })
  const start = x - dx / 2
  await send('touchStart', start)
  for (let step = 1; step <= 8; step += 1) await send('touchMove', start + (dx * step) / 8)
  // After a finger that has not come to rest, the browser ignores the next tap.
  await row.page().waitForTimeout(150)
  await send('touchMove', start + dx)
  await send('touchEnd', null)
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('opens the outline from the list, and is written by touch alone', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId } = await createTree(page, 'Thumb', { Garden: { Beds: {}, Wall: {} } })
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Thumb' }).tap()
    await expect(findOutline(page)).toHaveAttribute('data-ready', 'true')
    await expect(page).toHaveURL(new RegExp(`/tree/${projectId}/outline$`))
    const actions = page.getByRole('toolbar', { name: 'Node actions' })
    await expect(actions).toBeVisible()
    await expectAccessible(page)
    const session = await page.context().newCDPSession(page)
    await swipe(session, findTreeItem(page, 'Wall'), 110)
    await expectStored(page, projectId, 'Garden(Beds(Wall))')
    await swipe(session, findTreeItem(page, 'Wall'), 200)
    await expect(findTreeItem(page, 'Wall')).toHaveAttribute('data-status', 'progress')
    await swipe(session, findTreeItem(page, 'Wall'), -110)
    await expectStored(page, projectId, 'Garden(Beds Wall)')
    await findTreeItem(page, 'Beds').getByText('Beds').tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('!')
    await actions.getByRole('button', { name: 'Child' }).tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Soil')
    await findTreeItem(page, 'Wall').getByText('Wall').tap()
    await expectStored(page, projectId, 'Garden(Beds!(Soil) Wall)')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await tab(page, 'Map').tap()
    await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
    // The choice is remembered.
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Thumb' }).tap()
    await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  })
})
