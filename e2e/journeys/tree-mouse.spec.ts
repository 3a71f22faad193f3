import type { Page } from '@playwright/test'
import { expect, register, test } from '../support/test.ts'
import {
  canvasOf,
  expectStored,
  middleOf,
  findTreeItem,
  openTree,
  pick,
  createTree,
  storedNodes,
  titleEditor,
  settledBox,
} from '../support/tree.ts'

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 })
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

test('drags a subtree onto a node, before a sibling, and alone with Shift', async ({ page }) => {
  const { projectId } = await createTree(page, 'Drag', { Root: { One: { Deep: {} }, Two: {}, Three: {} } })
  await openTree(page, projectId)
  await drag(page, await middleOf(findTreeItem(page, 'One')), await middleOf(findTreeItem(page, 'Three')))
  await expectStored(page, projectId, 'Root(Two Three(One(Deep)))')
  await page.keyboard.press('ControlOrMeta+z')
  await expectStored(page, projectId, 'Root(One(Deep) Two Three)')

  const three = await settledBox(findTreeItem(page, 'Three'))
  const one = await settledBox(findTreeItem(page, 'One'))
  if (three === null || one === null) throw new Error('the nodes are not drawn')
  await drag(page, await middleOf(findTreeItem(page, 'Three')), { x: one.x + one.width / 2, y: one.y - 3 })
  await expectStored(page, projectId, 'Root(Three One(Deep) Two)')

  await page.keyboard.down('Shift')
  await drag(page, await middleOf(findTreeItem(page, 'One')), await middleOf(findTreeItem(page, 'Two')))
  await page.keyboard.up('Shift')
  await expect.poll(async () => (await storedNodes(page, projectId)).length).toBe(5)
  await expectStored(page, projectId, 'Root(Three Deep Two(One))')
})

test('changes nothing on a drop on a descendant', async ({ page }) => {
  const { projectId } = await createTree(page, 'No circle', { Root: { One: { Deep: {} }, Two: {} } })
  await openTree(page, projectId)
  await drag(page, await middleOf(findTreeItem(page, 'One')), await middleOf(findTreeItem(page, 'Deep')))
  await page.waitForTimeout(300)
  await expectStored(page, projectId, 'Root(One(Deep) Two)')
})

test('adds a second parent by the link handle, which makes the layout a graph', async ({ page }) => {
  const { projectId, ids } = await createTree(page, 'Graph', { Root: { One: { Deep: {} }, Two: {} } })
  await openTree(page, projectId)
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-right')
  await pick(page, 'Deep')
  const handle = findTreeItem(page, 'Deep').getByRole('button', { name: 'Add a parent link' })
  await drag(page, await middleOf(handle), await middleOf(findTreeItem(page, 'Two')))
  await expect
    .poll(async () => (await storedNodes(page, projectId)).find(({ id }) => id === ids.get('Deep'))?.parentIds)
    .toEqual([ids.get('One'), ids.get('Two')])
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'dag-right')
})

test('cycles the status, edits on a double click, and folds and adds by buttons', async ({ page }) => {
  const { projectId } = await createTree(page, 'Buttons', { Root: { One: { Deep: {} }, Two: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  for (const [name, next] of [
    ['Status: to do', 'progress'],
    ['Status: in progress', 'done'],
    ['Status: done', 'todo'],
  ] as const) {
    await findTreeItem(page, 'One').getByRole('button', { name }).click()
    await expect(findTreeItem(page, 'One')).toHaveAttribute('data-status', next)
  }
  await findTreeItem(page, 'One').getByRole('button', { name: 'Hide children' }).click()
  await expect(findTreeItem(page, 'Deep')).toHaveCount(0)
  await findTreeItem(page, 'One').getByRole('button', { name: 'Show children' }).click()
  await expect(findTreeItem(page, 'Deep')).toHaveCount(1)
  await pick(page, 'Two')
  await findTreeItem(page, 'Two').getByRole('button', { name: 'Add child' }).click()
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('Fresh')
  await page.keyboard.press('Enter')
  await expectStored(page, projectId, 'Root(One(Deep) Two(Fresh))')
  await findTreeItem(page, 'Fresh').dblclick({ position: { x: 100, y: 8 } })
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Renamed')
  await canvasOf(page).click({ position: { x: 20, y: 500 } })
  await expectStored(page, projectId, 'Root(One(Deep) Two(Renamed))')
})

test('selects several nodes by a frame and by Ctrl+click, and colors and deletes them together', async ({ page }) => {
  const { projectId } = await createTree(page, 'Many', { Root: { One: {}, Two: {}, Three: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  await findTreeItem(page, 'Two').click({ modifiers: ['ControlOrMeta'], position: { x: 100, y: 8 } })
  await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Background colour' }).click()
  await page.getByRole('menuitem', { name: /#bbffd8|green/i }).click()
  await expect
    .poll(
      async () =>
        (await storedNodes(page, projectId)).filter(({ style }) => style.backgroundColor === '#bbffd8').length,
    )
    .toBe(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect
    .poll(
      async () =>
        (await storedNodes(page, projectId)).filter(({ style }) => style.backgroundColor === '#bbffd8').length,
    )
    .toBe(0)

  const two = await settledBox(findTreeItem(page, 'Two'))
  const three = await settledBox(findTreeItem(page, 'Three'))
  if (two === null || three === null) throw new Error('the nodes are not drawn')
  await page.keyboard.down('Shift')
  await drag(page, { x: two.x + two.width + 40, y: two.y - 4 }, { x: three.x - 20, y: three.y + three.height + 20 })
  await page.keyboard.up('Shift')
  await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expectStored(page, projectId, 'Root(One)')
})

test('pans by the wheel and by a drag on the ground, and zooms about the pointer by Ctrl+wheel', async ({ page }) => {
  const { projectId } = await createTree(page, 'Pan', { Root: { One: {}, Two: {} } })
  await openTree(page, projectId)
  const before = await settledBox(findTreeItem(page, 'Root'))
  await page.mouse.move(700, 650)
  await page.mouse.wheel(0, 60)
  await expect
    .poll(async () => (await findTreeItem(page, 'Root').boundingBox())?.y)
    .toBeCloseTo((before?.y ?? 0) - 60, 0)
  await drag(page, { x: 700, y: 650 }, { x: 700, y: 710 })
  await expect.poll(async () => (await findTreeItem(page, 'Root').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  const held = await middleOf(findTreeItem(page, 'Root'))
  await page.mouse.move(held.x, held.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await expect.poll(async () => Number(await canvasOf(page).getAttribute('data-zoom'))).toBeGreaterThan(1)
  const after = await middleOf(findTreeItem(page, 'Root'))
  expect(Math.hypot(after.x - held.x, after.y - held.y)).toBeLessThan(2)
})

test('moves several nodes together in one step, and cancels a drag on Esc', async ({ page }) => {
  const { projectId } = await createTree(page, 'Together', { Root: { One: {}, Two: {}, Three: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  await findTreeItem(page, 'Two').click({ modifiers: ['ControlOrMeta'], position: { x: 100, y: 8 } })
  const [two, three] = [await middleOf(findTreeItem(page, 'Two')), await middleOf(findTreeItem(page, 'Three'))]
  await page.mouse.move(two.x, two.y)
  await page.mouse.down()
  await page.mouse.move(three.x, three.y, { steps: 5 })
  await expect(page.locator('[data-part=mark][data-kind=box]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-overlay]')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(2)

  await drag(page, two, three)
  await expectStored(page, projectId, 'Root(Three(One Two))')
  await expect(page.locator('[aria-live=polite]', { hasText: 'Moved 2 nodes under Three' })).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expectStored(page, projectId, 'Root(One Two Three)')
})

test('rejects a link that would make a cycle with a reason', async ({ page }) => {
  const { projectId } = await createTree(page, 'Circle', { Root: { One: { Deep: {} } } })
  await openTree(page, projectId)
  await pick(page, 'One')
  const handle = findTreeItem(page, 'One').getByRole('button', { name: 'Add a parent link' })
  await drag(page, await middleOf(handle), await middleOf(findTreeItem(page, 'Deep')))
  await expect(page.getByRole('alert').filter({ hasText: 'A node cannot be moved below itself' })).toBeVisible()
  await expectStored(page, projectId, 'Root(One(Deep))')
})

test('pans while Space is held, folds on a tap, and zooms by the wheel with a setting', async ({ page }) => {
  const { projectId } = await createTree(page, 'Space', { Root: { One: { Deep: {} }, Two: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  const before = await middleOf(findTreeItem(page, 'One'))
  await page.keyboard.down('Space')
  await drag(page, await middleOf(findTreeItem(page, 'Two')), { x: before.x + 60, y: before.y + 90 })
  await page.keyboard.up('Space')
  await expect.poll(async () => (await middleOf(findTreeItem(page, 'One'))).x).not.toBeCloseTo(before.x, 0)
  await expect(findTreeItem(page, 'Deep')).toHaveCount(1)
  await page.keyboard.press('Space')
  await expect(findTreeItem(page, 'Deep')).toHaveCount(0)
  await expectStored(page, projectId, 'Root(One(Deep) Two)')

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('checkbox', { name: 'Scroll wheel zooms' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, -120)
  await expect.poll(async () => Number(await canvasOf(page).getAttribute('data-zoom'))).toBeGreaterThan(1)
})
