import type { Locator } from '@playwright/test'
import { expect } from '../support/test.ts'
import { test } from '../support/together.ts'
import { canvasOf, createTree, findTreeItem, openTree, pick, settledBox } from '../support/tree.ts'

const desk = { width: 1280, height: 800 }

test.beforeEach(({ pair }) => pair.ann.page.setViewportSize(desk))

async function readSize(item: Locator): Promise<{ width: number; height: number }> {
  const { width, height } = await settledBox(item)
  return { width: Math.round(width), height: Math.round(height) }
}

const longTitle = 'Water all the pear trees along the southern wall before the end of a very dry week in June'

test('makes every box as wide as its title needs', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Widths', { Garden: { Hoe: {}, [longTitle]: {} } })
  await openTree(page, projectId)
  await expect.poll(async () => (await readSize(findTreeItem(page, 'Hoe'))).width).toBe(120)
  const long = await readSize(findTreeItem(page, longTitle))
  expect(long.width).toBeGreaterThan(240)
  expect(long.width).toBeLessThanOrEqual(320)
  expect(long.height).toBeGreaterThan(50)
})

test('draws no text outside its box', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Inside', {
    'A root with a long title that needs two lines': { 'A branch whose title is long as well': { [longTitle]: {} } },
  })
  await openTree(page, projectId)
  const overflowing = await canvasOf(page)
    .locator('[data-node-id]')
    .evaluateAll(
      (nodes) =>
        nodes.filter((node) =>
          [...node.children].some((part) => part.matches('div') && part.scrollWidth > part.clientWidth + 1),
        ).length,
    )
  expect(overflowing).toBe(0)
})

test('makes a new node 200 by 50 and fits it to its title', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'New', { Garden: {} })
  await openTree(page, projectId)
  await pick(page, 'Garden')
  await page.keyboard.press('Tab')
  await expect.poll(() => readSize(findTreeItem(page, 'New node'))).toEqual({ width: 200, height: 50 })
  await page.keyboard.type('Hoe')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readSize(findTreeItem(page, 'Hoe'))).width).toBe(120)
})

test('widens a narrow box while its title is edited', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Edited', { Garden: { Hoe: {} } })
  await openTree(page, projectId)
  await pick(page, 'Hoe')
  await page.keyboard.press('F2')
  await expect.poll(async () => (await readSize(findTreeItem(page, 'Hoe'))).width).toBe(200)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await readSize(findTreeItem(page, 'Hoe'))).width).toBe(120)
})

test('shows roots, branches and leaves, and the share of done work of each branch', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Ranks', { Garden: { Beds: { Roses: {}, Tulips: {} } } })
  await openTree(page, projectId)
  for (const [title, rank] of [
    ['Garden', 'root'],
    ['Beds', 'branch'],
    ['Roses', 'leaf'],
  ] as const) {
    await expect(findTreeItem(page, title)).toHaveAttribute('data-rank', rank)
  }
  const status = findTreeItem(page, 'Roses').getByRole('button', { name: /^Status/u })
  await status.click()
  await status.click()
  for (const title of ['Garden', 'Beds']) {
    await expect(findTreeItem(page, title).getByRole('button', { name: 'Hide children' })).toHaveAttribute(
      'title',
      '1 of 2 done',
    )
  }
})

test('keeps the chosen map theme for every project of a person', async ({ pair }) => {
  const { page } = pair.ann
  const first = await createTree(page, 'First', { Garden: {} })
  const second = await createTree(page, 'Second', { Garden: {} })
  await openTree(page, first.projectId)
  await expect(canvasOf(page)).toHaveAttribute('data-map-theme', 'paper')
  await page.getByRole('button', { name: 'Visibility' }).click()
  await page.getByRole('menuitemradio', { name: 'Contrast' }).click()
  await expect(canvasOf(page)).toHaveAttribute('data-map-theme', 'contrast')
  await expect(canvasOf(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await openTree(page, second.projectId)
  await expect(canvasOf(page)).toHaveAttribute('data-map-theme', 'contrast')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(canvasOf(page)).toHaveCSS('background-color', 'rgb(0, 0, 0)')
})
